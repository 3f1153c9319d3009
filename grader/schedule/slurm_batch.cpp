#include "grader/schedule/slurm_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/schedule/results_folder.h"
#include "grader/schedule/run_job.h"
#include "grader/system/lost_terminal.h"

namespace gridmark::schedule {
namespace {

constexpr double between_looks_at_disk = 1;  // seconds, only lists a folder and does not call Slurm
constexpr std::size_t most_seen = 20;

}  // namespace

std::string slurm_job_name(const PlannedJob& job) {
  return fmt::format("{}--{}--{}", job.student.id, job.lab->lab.name, job.source.key.substr(0, key_digits));
}

std::string without_key(const std::string& name) { return name.substr(0, name.rfind("--")); }

Result<void> SlurmBatch::run(std::vector<PlanLine>& lines) {
  begin(lines);
  adopt();
  collect();
  Result<void> advanced;
  while (!all_over() && !context_.stop.requested()) {
    advanced = advance();
    if (!advanced) break;
    tell();
    if (system::wait_or_stop(context_.stop, between_looks_at_disk)) break;
  }
  end();
  return advanced;
}

Result<void> SlurmBatch::advance() {
  collect();
  if (context_.clock.steady_seconds() >= next_look_) look_at_queue();
  return submit_missing();
}

/// Removes files of the submissions' other versions, and of those that are graded.
void SlurmBatch::begin(std::vector<PlanLine>& lines) {
  begin_ = context_.clock.steady_seconds();
  std::set<std::string> planned;
  for (PlanLine& line : lines) {
    const std::string name = slurm_job_name(line.job);
    planned.insert(without_key(name));
    if (line.to_run()) jobs_[name].line = &line;
    const std::string& lab = line.job.lab->lab.name;
    if (!line.done || seen_seconds_[lab].size() >= most_seen) continue;
    const auto record = place_.results.published(line.job.student.id, lab);
    if (record && *record) seen_seconds_[lab].push_back((*record)->seconds);
  }
  std::set<std::string> here = place_.folder.staged();
  here.merge(place_.folder.delivered());
  for (const std::string& name : here) {
    const auto job = jobs_.find(name);
    if (job != jobs_.end())
      job->second.staged = place_.folder.staged_task(name).has_value();
    else if (planned.contains(without_key(name)))
      place_.folder.forget_job(name);
  }
}

/// Takes over arrays of an ended client. Arrays that only have jobs of other labs are left to a batch of
/// those labs.
void SlurmBatch::adopt() {
  std::set<std::string> planned;
  for (const auto& [name, job] : jobs_) planned.insert(without_key(name));
  for (KnownArray& known : place_.folder.arrays()) {
    bool own = known.chunks.empty();
    for (const auto& chunk : known.chunks)
      for (const std::string& name : chunk) own = own || planned.contains(without_key(name));
    if (!own) continue;
    Array array{std::move(known), {}, {}, {}, {}};
    if (array.known.id.empty() && !find_id(array)) continue;
    if (context_.say)
      context_.say(fmt::format("array {} of an earlier call is picked up again", array.known.id));
    add_array(std::move(array));
  }
}

/// returns  false: it never reached Slurm, and is forgotten
bool SlurmBatch::find_id(Array& array) {
  const auto id = place_.queue.find(array.known.name);
  if (!id) return true;  // no answer, so the next look asks again
  if (id->empty()) {
    place_.folder.forget_array(array.known.name);
    for (int task = 1; task <= array.tasks(); ++task) array.ended.insert(task);
    return false;
  }
  array.known.id = *id;
  (void)place_.folder.set_id(array.known.name, *id);
  return true;
}

void SlurmBatch::collect() {
  for (const std::string& name : place_.folder.delivered()) {
    const auto found = jobs_.find(name);
    if (found == jobs_.end() || found->second.over()) continue;
    PlanLine& line = *found->second.line;
    auto delivery = place_.folder.take(name);
    if (!delivery) {  // incomplete after a file system fault, so another task must deliver it
      (void)place_.folder.say_failed(name, {"delivery", "", message_of(delivery.error())});
      place_.folder.forget_delivery(name);
      continue;
    }
    good_nodes_.insert(delivery->node);
    seen_seconds_[line.job.lab->lab.name].push_back(delivery->grade.record.seconds);
    const auto kept = keep_grade(line.job, place_.results, std::move(delivery->grade));
    note_outcome(line, kept, place_.results);
    if (kept) place_.folder.forget_job(name);  // else the next call tries again to keep it
  }
}

bool SlurmBatch::all_over() const {
  return std::all_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job.second.over(); });
}

void SlurmBatch::add_array(Array array) {
  for (std::size_t i = 0; i < array.known.chunks.size(); ++i)
    for (const std::string& name : array.known.chunks[i])
      if (const auto job = jobs_.find(name); job != jobs_.end())
        job->second.places.push_back({arrays_.size(), static_cast<int>(i) + 1});
  arrays_.push_back(std::move(array));
}

/// True if a queued task will still grade this job. A task that has failed with it will not.
bool SlurmBatch::expected(const std::string& name, const Job& job, bool failed) const {
  const std::vector<FailedTry> failures = failed ? place_.folder.failures(name) : std::vector<FailedTry>{};
  return std::any_of(job.places.begin(), job.places.end(), [&](const Place& place) {
    const Array& array = arrays_[place.array];
    return array.live(place.task) &&
           std::none_of(failures.begin(), failures.end(),
                        [&](const FailedTry& one) { return one.array == array.known.name; });
  });
}

std::vector<std::string> SlurmBatch::missing() const {
  const std::set<std::string> failed = place_.folder.failed();
  std::vector<std::string> names;
  for (const auto& [name, job] : jobs_)
    if (!job.over() && !expected(name, job, failed.contains(name))) names.push_back(name);
  return names;
}

bool SlurmBatch::needed(const std::vector<std::string>& chunk) const {
  return std::any_of(chunk.begin(), chunk.end(), [&](const std::string& name) {
    const auto job = jobs_.find(name);
    return job != jobs_.end() && !job->second.over();
  });
}

void SlurmBatch::tell() {
  if (!context_.progress) return;
  BatchStatus status;
  status.step = "grading on Slurm";
  status.total = jobs_.size();
  for (const auto& [name, job] : jobs_) status.done += job.over() ? 1 : 0;
  status.seconds = context_.clock.steady_seconds() - begin_;
  if (!queue_words_.empty()) status.names = {queue_words_};
  context_.progress(status);
}

/// Cancels the remaining tasks, and removes files that the next call must not use.
void SlurmBatch::end() {
  collect();
  std::vector<std::string> left;
  int live = 0;
  for (Array& array : arrays_) {
    if (array.known.id.empty()) (void)find_id(array);
    if (!array.known.id.empty()) left.push_back(array.known.id);  // a task that looks ended can still wait
    if (!array.known.id.empty() && array.any_live()) ++live;
  }
  if (!left.empty()) place_.queue.cancel(left);
  for (const Array& array : arrays_)  // without a number it was not cancelled, and the next call must find it
    if (!array.known.id.empty() || !array.any_live()) place_.folder.forget_array(array.known.name);
  for (const auto& [name, job] : jobs_)
    if (!place_.folder.is_delivered(name)) place_.folder.forget_job(name);
  if (context_.stop.requested() && live > 0 && context_.say)
    context_.say(fmt::format("{} array{} on Slurm cancelled", live, live == 1 ? "" : "s"));
}

}  // namespace gridmark::schedule

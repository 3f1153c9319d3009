// The part of SlurmBatch that talks to Slurm: it submits arrays and reads the queue.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>

#include "grader/schedule/slurm_batch.h"
#include "grader/system/folder_lock.h"

namespace gridmark::schedule {
namespace {

constexpr double between_submissions = 60;  // seconds, unless the queue is empty
constexpr int unseen_ends_a_task = 2;       // looks at the queue
constexpr double first_pause = 1;           // seconds
constexpr double pause_without_answer = 5;
constexpr int most_refusals = 20;  // in a row, with an empty queue: ten minutes

Error with_log(const std::string& log, const std::string& reason, int rounds) {
  const std::string said = !reason.empty() ? "Slurm gave the last one up: " + reason
                           : log.empty()   ? "Slurm's log of it is empty"
                                           : "the last line of its log: " + log;
  return {Error::Source::checker, "",
          fmt::format("no task brought a grade in {} round{}; {}", rounds, rounds == 1 ? "" : "s", said)};
}

}  // namespace

/// The mean time of the lab's grades so far.
double SlurmBatch::seconds_of(const std::string& lab) {
  const std::vector<double>& seen = seen_seconds_[lab];
  if (seen.empty()) return request_.first_guess;
  return std::accumulate(seen.begin(), seen.end(), 0.0) / static_cast<double>(seen.size());
}

/// Nodes where graders failed that worked elsewhere.
std::set<std::string> SlurmBatch::avoided_nodes() const {
  std::set<std::string> avoided;
  if (good_nodes_.empty()) return avoided;
  for (const std::string& name : place_.folder.failed())
    for (const FailedTry& one : place_.folder.failures(name))
      if (!one.node.empty() && !good_nodes_.contains(one.node)) avoided.insert(one.node);
  return avoided;
}

Result<void> SlurmBatch::submit_missing() {
  std::vector<std::string> names = missing();
  for (std::string& name : names) {
    Job& job = jobs_[name];
    if (job.rounds() < request_.rounds) continue;
    give_up(name, job);
    name.clear();
  }
  std::erase(names, "");
  const bool queue_empty =
      std::none_of(arrays_.begin(), arrays_.end(), [](const Array& one) { return one.any_live(); });
  const double now = context_.clock.steady_seconds();
  if (names.empty() || now < retry_at_ || (!queue_empty && now - last_submission_ < between_submissions))
    return {};
  for (const bool alone : {false, true}) {
    std::vector<std::string> part;
    for (const std::string& name : names)
      if (jobs_[name].line->job.lab->timed == alone) part.push_back(name);
    if (part.empty()) continue;
    TRY(submit(part, alone));
  }
  return {};
}

Result<void> SlurmBatch::submit(const std::vector<std::string>& names, bool alone) {
  std::vector<double> seconds;
  std::vector<std::string> ready;
  bool last = false;
  for (const std::string& name : names) {
    Job& job = jobs_[name];
    if (const auto staged = stage(name, job); !staged) {
      if (context_.stop.requested()) return {};  // a stop, not a fault of the submission
      note_outcome(*job.line, staged, place_.results);
      continue;
    }
    last = last || job.rounds() + 1 == request_.rounds;
    ready.push_back(name);
    seconds.push_back(seconds_of(job.line->job.lab->lab.name));
  }
  if (ready.empty() || context_.stop.requested()) return {};
  KnownArray array{slurm_array_name(context_.clock, ++submissions_), "", {}};
  for (const auto& places :
       chunks_of(seconds, last ? 0 : request_.chunk_seconds, place_.queue.most_tasks())) {
    auto& chunk = array.chunks.emplace_back();
    for (const std::size_t place : places) chunk.push_back(ready[place]);
  }
  return send(std::move(array), alone);
}

Result<void> SlurmBatch::stage(const std::string& name, Job& job) {
  if (job.staged) return {};
  const BatchLab& lab = *job.line->job.lab;
  return place_.planner.extract(job.line->job, place_.folder.job_folder(name) / "submission")
      .and_then([&] { return place_.folder.set_staged(name, lab.lab.name, lab.device); })
      .map([&] { job.staged = true; });
}

/// If no other nodes are left, the avoided ones are used.
Result<std::string> SlurmBatch::submit_words(SlurmArray array) {
  const auto id = place_.queue.submit(sbatch_words(request_.settings, array));
  if (id || id.error().source != Error::Source::usage || array.avoided_nodes.empty()) return id;
  array.avoided_nodes.clear();
  return place_.queue.submit(sbatch_words(request_.settings, array));
}

/// The folder is written first. If the client is killed before the submission returns, the next one finds the
/// array by its name.
Result<void> SlurmBatch::send(KnownArray array, bool alone) {
  const std::string folder = place_.folder.array_folder(array.name).string();
  TRY(place_.folder.add_array(array,
                              task_script(request_.settings, request_.program, folder, request_.grader)));
  const auto id =
      submit_words({array.name, folder, static_cast<int>(array.chunks.size()), alone, avoided_nodes()});
  if (!id && id.error().source == Error::Source::usage) {
    place_.folder.forget_array(array.name);
    return refused(id.error());
  }
  Array sent{std::move(array), {}, {}, {}, {}};
  if (id) {
    sent.known.id = *id;
    TRY(place_.folder.set_id(sent.known.name, *id));
  } else if (!find_id(sent)) {  // no answer, and it is not in the queue
    try_later("Slurm does not answer: " + id.error().message);
    return {};
  }
  refusals_ = 0;
  std::size_t jobs = 0;
  for (const auto& chunk : sent.known.chunks) jobs += chunk.size();
  if (context_.say)
    context_.say(fmt::format("array {}: {} submission{} in {} task{}", sent.known.id, jobs,
                             jobs == 1 ? "" : "s", sent.known.chunks.size(),
                             sent.known.chunks.size() == 1 ? "" : "s"));
  add_array(std::move(sent));
  last_submission_ = context_.clock.steady_seconds();
  pause_ = first_pause;
  next_look_ = last_submission_ + pause_;
  return {};
}

/// A first refusal means that the request is wrong. A later one means that a limit was reached or that the
/// site is changing, so running tasks go on and gridmark tries again.
Result<void> SlurmBatch::refused(const Error& why) {
  const bool any_live =
      std::any_of(arrays_.begin(), arrays_.end(), [](const Array& one) { return one.any_live(); });
  if (arrays_.empty() || (!any_live && ++refusals_ >= most_refusals)) return tl::unexpected(why);
  try_later("Slurm refuses more for now: " + why.message);
  return {};
}

void SlurmBatch::try_later(const std::string& words) {
  queue_words_ = words;
  retry_at_ = context_.clock.steady_seconds() + (pause_ = next_pause(std::max(pause_, pause_without_answer)));
}

void SlurmBatch::give_up(const std::string& name, Job& job) {
  const std::vector<FailedTry> failures = place_.folder.failures(name);
  std::string log, reason;
  for (const Place& place : job.places) {
    Array& array = arrays_[place.array];
    log = place_.folder.last_words(array.known.name, static_cast<std::size_t>(place.task));
    reason = array.given_up[place.task];
  }
  Error why = with_log(log, reason, job.rounds());
  if (!failures.empty()) why.message = failures.back().said;
  note_outcome(*job.line, tl::unexpected<Error>(why), place_.results);
}

void SlurmBatch::look_at_queue() {
  std::set<std::string> ids;
  for (Array& array : arrays_) {
    if (array.known.id.empty()) (void)find_id(array);
    if (!array.known.id.empty() && array.any_live()) ids.insert(array.known.id);
  }
  const auto tasks = place_.queue.tasks(ids);
  if (tasks) {
    note_queue(*tasks);
    cancel_unneeded(*tasks);
  } else if (!context_.stop.requested()) {
    queue_words_ = "Slurm does not answer: " + tasks.error().message;
  }
  pause_ = next_pause(pause_);
  next_look_ = context_.clock.steady_seconds() + pause_;
}

void SlurmBatch::note_queue(const std::vector<QueuedTask>& tasks) {
  std::map<std::string, std::map<int, const QueuedTask*>> listed;
  std::map<std::string, int> waiting;
  int running = 0;
  for (const QueuedTask& task : tasks) {
    if (!task.given_up()) listed[task.job][task.index] = &task;
    if (task.running())
      ++running;
    else
      ++waiting[task.reason];
  }
  for (Array& array : arrays_) {
    if (array.known.id.empty()) continue;
    for (int task = 1; task <= array.tasks(); ++task) {
      if (!array.live(task)) continue;
      int& unseen = array.unseen[task];
      unseen = listed[array.known.id].contains(task) ? 0 : unseen + 1;
      if (unseen >= unseen_ends_a_task) array.ended.insert(task);
      const bool waited_for = needed(array.known.chunks[static_cast<std::size_t>(task) - 1]);
      if (unseen == 1 && waited_for) pause_ = first_pause;  // look again soon
    }
  }
  queue_words_ = fmt::format("{} tasks running", running);
  for (const auto& [reason, count] : waiting) queue_words_ += fmt::format(", {} waiting ({})", count, reason);
}

/// Cancels tasks whose jobs are all graded, and tasks that Slurm keeps but will never run. A running task can
/// be about to end, so it gets until the next look.
void SlurmBatch::cancel_unneeded(const std::vector<QueuedTask>& tasks) {
  std::vector<std::string> unneeded;
  for (const QueuedTask& task : tasks)
    for (Array& array : arrays_) {
      if (array.known.id != task.job || task.index < 1 || task.index > array.tasks()) continue;
      if (task.given_up()) array.given_up[task.index] = task.reason;
      if (!task.given_up() && needed(array.known.chunks[static_cast<std::size_t>(task.index) - 1])) continue;
      if (task.running() && array.idle.insert(task.index).second) continue;
      unneeded.push_back(fmt::format("{}_{}", task.job, task.index));
    }
  if (!unneeded.empty()) place_.queue.cancel(unneeded);
}

std::string slurm_array_name(const system::Clock& clock, int number) {
  std::string name =
      "gridmark-" + clock.utc_now() + "-" + system::own_process_words() + "-" + std::to_string(number);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '.';
  return name;
}

}  // namespace gridmark::schedule

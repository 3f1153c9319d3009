#include "grader/schedule/slurm_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grader/load/load_record.h"
#include "grader/report/json_printer.h"
#include "grader/report/text.h"
#include "grader/system/files.h"
#include "grader/system/folder_lock.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_log_bytes = std::int64_t{64} << 20;

void clear_away(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

std::string text_of(const fs::path& file, std::int64_t most = load::most_record_bytes) {
  return system::read_file(file, most).value_or("");
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Result<std::vector<std::string>> read_chunk(const fs::path& file) {
  return system::read_file(file, load::most_record_bytes).map([](const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('\n', at), text.size());
      if (end > at) names.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return names;
  });
}

Result<void> SlurmFolder::add_array(const KnownArray& array, const std::string& script) const {
  const fs::path folder = array_folder(array.name);
  // The client makes these before the first task runs, because a network file system can remember for a
  // minute that a folder was missing.
  for (const fs::path& needed : {root_ / "done", root_ / "failed", root_ / "incoming", folder})
    TRY(system::make_folders(needed));
  for (std::size_t i = 0; i < array.chunks.size(); ++i) {
    TRY(system::write_file_atomically(folder / fmt::format("chunk-{}", i + 1),
                                      fmt::format("{}\n", fmt::join(array.chunks[i], "\n"))));
  }
  return system::write_file_atomically(folder / "task.sh", script);
}

Result<void> SlurmFolder::set_id(const std::string& array, const std::string& id) const {
  return system::write_file_atomically(array_folder(array) / "id", id + "\n");
}

std::vector<KnownArray> SlurmFolder::arrays() const {
  std::vector<KnownArray> all;
  for (const std::string& name : names_in("arrays")) {
    const fs::path folder = array_folder(name);
    KnownArray array{name, first_line(text_of(folder / "id")), {}};
    std::error_code ignored;
    for (std::size_t i = 1; fs::exists(folder / fmt::format("chunk-{}", i), ignored); ++i)
      array.chunks.push_back(
          read_chunk(folder / fmt::format("chunk-{}", i)).value_or(std::vector<std::string>{}));
    all.push_back(std::move(array));
  }
  return all;
}

void SlurmFolder::forget_array(const std::string& array) const { clear_away(array_folder(array)); }

std::string SlurmFolder::last_words(const std::string& array, std::size_t task) const {
  const std::string log = text_of(array_folder(array) / fmt::format("log-{}", task), most_log_bytes);
  const auto end = log.find_last_not_of("\r\n");
  if (end == log.npos) return "";
  const auto before = log.find_last_of("\r\n", end);
  return report::printable(
      log.substr(before == log.npos ? 0 : before + 1, end - (before == log.npos ? 0 : before + 1) + 1));
}

std::set<std::string> SlurmFolder::names_in(const char* folder) const {
  std::set<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(root_ / folder, error), end; !error && entry != end;
       entry.increment(error))
    found.insert(entry->path().filename().string());
  return found;
}

bool SlurmFolder::is_delivered(const std::string& job) const {
  std::error_code ignored;
  return fs::exists(root_ / "done" / job, ignored);
}

Result<Delivery> SlurmFolder::take(const std::string& job) const {
  const fs::path folder = root_ / "done" / job;
  const std::string text = TRY(system::read_file(folder / "graded.json", load::most_record_bytes));
  GradeRecord record = TRY(load::load_record(text, (folder / "graded.json").string()));
  return Delivery{{std::move(record), text_of(folder / "log")}, first_line(text_of(folder / "node"))};
}

std::vector<FailedTry> SlurmFolder::failures(const std::string& job) const {
  std::vector<FailedTry> all;
  std::error_code error;
  for (fs::directory_iterator entry(root_ / "failed" / job, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string text = text_of(entry->path());
    const std::string node = first_line(text);
    all.push_back({entry->path().filename().string(), node,
                   text.size() > node.size() ? text.substr(node.size() + 1) : ""});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.array < b.array; });
  return all;
}

void SlurmFolder::forget_delivery(const std::string& job) const { clear_away(root_ / "done" / job); }

void SlurmFolder::forget_job(const std::string& job) const {
  for (const char* folder : {"jobs", "done", "failed"}) clear_away(root_ / folder / job);
}

Result<void> SlurmFolder::set_staged(const std::string& job, const std::string& lab,
                                     const std::string& device) const {
  TRY(system::write_file_atomically(job_folder(job) / "device", device + "\n"));
  return system::write_file_atomically(job_folder(job) / "lab", lab + "\n");
}

std::optional<GradeTask> SlurmFolder::staged_task(const std::string& job) const {
  const std::string lab = first_line(text_of(job_folder(job) / "lab"));
  if (lab.empty()) return std::nullopt;
  return GradeTask{lab, first_line(text_of(job_folder(job) / "device")), {}};
}

Result<bool> SlurmFolder::move_in(const fs::path& made, const std::string& job,
                                  const Delivery& delivery) const {
  TRY(system::make_folders(made));
  TRY(system::make_folders(root_ / "done"));
  TRY(system::write_file_atomically(made / "graded.json", report::print_json(delivery.grade.record)));
  TRY(system::write_file_atomically(made / "log", delivery.grade.log));
  TRY(system::write_file_atomically(made / "node", delivery.node + "\n"));
  return system::move_folder_durably(made, root_ / "done" / job);
}

Result<void> SlurmFolder::deliver(const std::string& job, const Delivery& delivery,
                                  const std::string& writer) const {
  const fs::path made = root_ / "incoming" / (job + "." + writer);
  clear_away(made);
  const auto moved = move_in(made, job, delivery);
  if (!moved.value_or(false)) clear_away(made);
  return moved.map([](bool) {});  // false: another task was first, with the same grade
}

Result<void> SlurmFolder::say_failed(const std::string& job, const FailedTry& failed) const {
  const fs::path folder = root_ / "failed" / job;
  TRY(system::make_folders(folder));
  return system::write_file_atomically(folder / failed.array, failed.node + "\n" + failed.said);
}

}  // namespace gridmark::schedule

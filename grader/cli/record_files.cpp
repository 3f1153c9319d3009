#include "grader/cli/record_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grader/cli/terminal.h"
#include "grader/load/load_record.h"
#include "grader/report/html_printer.h"
#include "grader/report/json_printer.h"
#include "grader/report/text.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/grade_pages.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace fs = std::filesystem;

namespace {

Result<void> write_what_people_read(const RecordFile& file) {
  const fs::path folder = file.path.parent_path(), report = folder / "report.html";
  std::error_code ignored;
  if (schedule::has_pages(folder)) return schedule::write_pages(folder, file.record);
  if (!fs::is_regular_file(report, ignored)) return {};
  return system::write_file_atomically(report, report::print_html(file.record));
}

/// Not in hidden folders: a batch works there, and what it makes and removes meanwhile is no record yet.
Result<void> add_records_below(const fs::path& folder, std::vector<fs::path>& found) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') && entry->is_directory(ignored)) entry.disable_recursion_pending();
    if (name == "record.json" && entry->is_regular_file(ignored)) found.push_back(entry->path());
  }
  if (!error) return {};
  return failure(Error::Source::filesystem, folder.string(), "cannot be read completely: " + error.message());
}

}  // namespace

Result<std::vector<fs::path>> find_records(const std::vector<std::string>& results) {
  std::vector<fs::path> found;
  for (const std::string& name : results) {
    std::error_code error;
    if (fs::is_regular_file(name, error)) {
      found.emplace_back(name);
      continue;
    }
    if (!fs::is_directory(name, error))
      return failure(Error::Source::usage, name,
                     "is not a record, expected a record or a folder with records");
    TRY(add_records_below(name, found));
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) return failure(Error::Source::usage, results.front(), "contains no record.json");
  return found;
}

Result<RecordFile> read_record_file(const fs::path& path) {
  const std::string text = TRY(system::read_file(path, load::most_record_bytes));
  GradeRecord record = TRY(load::load_record(text, path.string()));
  return RecordFile{path, std::move(record)};
}

Result<RecordFiles> read_records(const std::vector<std::string>& results) {
  auto paths = TRY(find_records(results));
  RecordFiles read{std::move(paths), {}};
  std::vector<Error> errors;
  for (const fs::path& path : read.found) {
    auto file = read_record_file(path);
    if (file)
      read.files.push_back(*std::move(file));
    else
      errors.push_back(file.error());
  }
  if (read.files.empty()) return tl::unexpected(errors.front());
  print_errors(errors);
  if (!read.all())
    fmt::print(stderr, "gridmark: {} of {} records cannot be read. The result uses only the others\n",
               errors.size(), read.found.size());
  return read;
}

Result<std::vector<system::FolderLock>> lock_results(const std::vector<fs::path>& records) {
  std::set<fs::path> folders;
  for (const fs::path& record : records)
    if (const fs::path results = schedule::results_of(record); !results.empty()) folders.insert(results);
  std::vector<system::FolderLock> locks;
  for (const fs::path& folder : folders) {
    locks.push_back(TRY(system::FolderLock::take(
        folder, "",
        fmt::format("{} since {}", system::own_process_words(), system::SystemClock().utc_now()))));
  }
  return locks;
}

Result<void> write_record_files(const RecordFile& file) {
  TRY(write_what_people_read(file));
  return system::write_file_atomically(file.path, report::print_json(file.record));
}

Result<void> write_record(const RecordFile& file, const ledger::Occasion& occasion) {
  TRY(write_record_files(file));
  return note_kept_records({{file.path, schedule::grade_of(file.record)}}, occasion);
}

Result<void> note_kept_records(const std::vector<schedule::KeptRecord>& records,
                               const ledger::Occasion& occasion) {
  for (const fs::path& results : TRY(schedule::note_records(records, occasion)))
    fmt::print(
        stderr,
        "gridmark: {} comes from an older gridmark and has no ledger. The next `gridmark batch` updates its "
        "gradebook and class page\n",
        report::printable(results.string()));
  return {};
}

}  // namespace gridmark::cli

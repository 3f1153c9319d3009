#include "grader/schedule/results_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "grader/load/json_document.h"
#include "grader/load/load_record.h"
#include "grader/report/json_printer.h"
#include "grader/schedule/grade_pages.h"
#include "grader/system/files.h"
#include "grader/system/folder_lock.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

constexpr const char* format_line = "gridmark/results/v1\n";

Result<void> write_files(const fs::path& folder, const char* record_name, const GradeRecord& record,
                         const std::string& log) {
  TRY(system::write_file_atomically(folder / staff_log, log));
  TRY(write_pages(folder, record));
  return system::write_file_atomically(folder / record_name, report::print_json(record));
}

/// "0012-3f2a..." -> 12 and the key.
std::optional<Attempt> attempt_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const auto dash = name.find('-');
  Attempt attempt{0, dash == name.npos ? "" : name.substr(dash + 1), folder};
  const char* end = name.data() + std::min(dash, name.size());
  const auto read = std::from_chars(name.data(), end, attempt.number);
  if (read.ec != std::errc() || read.ptr != end || attempt.key.size() != key_digits) return std::nullopt;
  return attempt;
}

/// The persons' points and decisions that a new record gets. If the files differ, it gets only points for
/// items without given points. Decisions about counts stay with the old record, because they were about its
/// counts.
GradeRecord persons_of(const GradeRecord& old, const GradeRecord& fresh) {
  GradeRecord persons = old;
  const bool same_files = old.source && fresh.source && old.source->content == fresh.source->content;
  if (same_files) return persons;
  persons.reviews = fresh.reviews;
  std::erase_if(persons.manual, [&](const ManualPoints& given) {
    return std::any_of(fresh.manual.begin(), fresh.manual.end(),
                       [&](const ManualPoints& own) { return own.item == given.item; });
  });
  for (ManualPoints& given : persons.manual)
    if (given.content.empty() && old.source) given.content = old.source->content;
  persons.manual.insert(persons.manual.begin(), fresh.manual.begin(), fresh.manual.end());
  return persons;
}

bool is_of(const GradeRecord& record, const Attempt& attempt) {
  return record.source && record.source->attempt == attempt.number &&
         record.source->key.starts_with(attempt.key);
}

Result<GradeRecord> as_graded(const Attempt& attempt) { return read_record(attempt.folder / "graded.json"); }

}  // namespace

Result<GradeRecord> read_record(const fs::path& path) {
  const std::string text = TRY(system::read_file(path, load::most_record_bytes));
  return load::load_record(text, path.string());
}

Result<ResultsFolder> ResultsFolder::open(const fs::path& root, Rescore rescore, ByCourse by_course) {
  TRY(system::require_writable(root));
  const fs::path format = root / ".format";
  std::error_code error;
  if (fs::exists(format, error)) {
    const auto found = TRY(system::read_file(format, 4096));
    if (found != format_line)
      return failure(
          Error::Source::filesystem, format.string(),
          fmt::format(
              "found {}, expected {}. Another version of gridmark made these results: use that one, or "
              "name another folder with --results",
              load::in_quotes(found.substr(0, found.find('\n'))), load::in_quotes("gridmark/results/v1")));
    return ResultsFolder(root, std::move(rescore), std::move(by_course));
  }
  for (const auto& entry : fs::directory_iterator(root, error))
    if (!entry.path().filename().string().starts_with('.'))
      return failure(Error::Source::filesystem, root.string(),
                     "holds " + load::in_quotes(entry.path().filename().string()) +
                         " and is not a folder of a batch. Name an empty or a new one with --results");
  TRY(system::write_file_atomically(format, format_line));
  return ResultsFolder(root, std::move(rescore), std::move(by_course));
}

Result<fs::path> ResultsFolder::work_folder(const std::string& student, const std::string& lab) const {
  const fs::path folder = fs::absolute(root_) / ".work" / (student + "--" + lab);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return system::make_folders(folder).map([&] { return folder; });
}

std::vector<Attempt> ResultsFolder::attempts(const std::string& student, const std::string& lab) const {
  std::vector<Attempt> all;
  std::error_code error;
  for (fs::directory_iterator entry(lab_folder(student, lab) / "attempts", error), end;
       !error && entry != end; entry.increment(error))
    if (auto attempt = attempt_of(entry->path())) all.push_back(*std::move(attempt));
  std::sort(all.begin(), all.end(), [](const Attempt& a, const Attempt& b) { return a.number < b.number; });
  return all;
}

Result<GradeRecord> ResultsFolder::record_of(const Attempt& attempt) const {
  const fs::path counting = attempt.folder.parent_path().parent_path() / "record.json";
  std::error_code ignored;
  if (fs::exists(counting, ignored))
    if (auto record = read_record(counting); record && is_of(*record, attempt)) return record;
  return as_graded(attempt);
}

Result<GradeRecord> ResultsFolder::scored_now(const Attempt& attempt) const {
  return record_of(attempt).and_then(by_course_);
}

Result<void> ResultsFolder::add_attempt(const std::string& student, const std::string& lab,
                                        AttemptFiles files) const {
  const std::vector<Attempt> before = attempts(student, lab);
  SubmissionSource& source = *files.record.source;
  source.attempt = before.empty() ? 1 : before.back().number + 1;
  const fs::path made = fs::absolute(root_) / ".work" / (student + "--" + lab) / "attempt";
  const fs::path home = lab_folder(student, lab) / "attempts";
  TRY(system::make_folders(made));
  TRY(write_files(made, "graded.json", files.record, files.log));
  TRY(system::make_folders(home));
  const fs::path attempt = home / fmt::format("{:04}-{}", source.attempt, source.key.substr(0, key_digits));
  if (!TRY(system::move_folder_durably(made, attempt)))
    return failure(Error::Source::filesystem, attempt.string(), "exists already. Run the command again");
  std::error_code ignored;
  fs::remove_all(made.parent_path(), ignored);
  return {};
}

Result<std::optional<GradeRecord>> ResultsFolder::published(const std::string& student,
                                                            const std::string& lab) const {
  const fs::path path = lab_folder(student, lab) / "record.json";
  std::error_code error;
  if (!fs::exists(path, error)) return std::optional<GradeRecord>();
  return read_record(path).map([](GradeRecord record) { return std::optional(std::move(record)); });
}

Result<std::optional<GradeRecord>> ResultsFolder::publish(const std::string& student, const std::string& lab,
                                                          const Attempt& attempt,
                                                          const SourceNow& source_now) const {
  auto old = TRY(published(student, lab));
  const bool there = old && is_of(*old, attempt);
  auto fresh = TRY(there ? Result<GradeRecord>(*old) : record_of(attempt));
  const SubmissionSource source = source_now(fresh);
  const fs::path folder = lab_folder(student, lab);
  const auto scored = by_course_(fresh);
  if (!scored && scored.error().source != Error::Source::rubric) return tl::unexpected<Error>(scored.error());
  const bool same_rubric = !scored || scored->fingerprints.rubric == fresh.fingerprints.rubric;
  if (there && same_rubric && fresh.source == source && has_pages(folder)) return old;
  if (scored) fresh = *scored;
  if (old && !there) TRY(keep_what_was_made(student, lab, *old, fresh));
  if (fresh.source) fresh.source = source;
  const auto log = system::read_file(attempt.folder / staff_log, load::most_record_bytes);
  TRY(write_files(folder, "record.json", fresh, log.value_or("")));
  return std::optional(std::move(fresh));
}

Result<void> ResultsFolder::keep_what_was_made(const std::string& student, const std::string& lab,
                                               const GradeRecord& old, GradeRecord& fresh) const {
  for (const Attempt& attempt : attempts(student, lab)) {
    if (!is_of(old, attempt)) continue;
    auto then = as_graded(attempt);
    if (then) then->source = old.source;
    if (!then || *then == old) continue;
    TRY(system::write_file_atomically(attempt.folder / "graded.json", report::print_json(old)));
  }
  const GradeRecord persons = persons_of(old, fresh);
  if (persons.reviews == fresh.reviews && persons.manual == fresh.manual) return {};
  if (persons.reviews.empty() && persons.manual.empty()) return {};
  fresh = TRY(rescore_(persons, fresh));
  return {};
}

void ResultsFolder::keep_error(const std::string& student, const std::string& lab,
                               const std::string& text) const {
  const fs::path folder = lab_folder(student, lab);
  if (system::make_folders(folder)) (void)system::write_file_atomically(folder / "error.txt", text);
}

void ResultsFolder::forget_error(const std::string& student, const std::string& lab) const {
  std::error_code ignored;
  fs::remove(lab_folder(student, lab) / "error.txt", ignored);
}

}  // namespace gridmark::schedule

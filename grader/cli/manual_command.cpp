// gridmark manual RESULTS...: the items that a person judges: which are open, a table to fill in, and its
// points.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "grader/cli/commands.h"
#include "grader/cli/course_rubrics.h"
#include "grader/cli/occasion.h"
#include "grader/cli/record_files.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/load/load_manual.h"
#include "grader/pipeline/review.h"
#include "grader/report/manual_printer.h"
#include "grader/report/text.h"
#include "grader/schedule/batch.h"

namespace gridmark::cli {
namespace {

struct ManualOptions {
  std::vector<std::string> results;
  std::string enter, rubric;
  bool dry_run = false;
};

constexpr const char* manual_examples = R"(
Examples:
  gridmark manual results > manual.csv             write a table of the open items, to fill in
  gridmark manual results --enter manual.csv       put its points into the records and the reports
  gridmark manual results --enter manual.csv --dry-run

Fill in the column points. The columns by and comment are optional, and the comment is for the student. A row without
points stays open. You can use any spreadsheet program that saves a table with commas. --enter runs nothing. It scores
each record again from its measurements, and the points of a changed row replace the earlier points.
Exit codes: 0 no item is open or the points are entered, 1 items are open, 2 a record cannot be read or written,
64 wrong usage.)";

std::vector<GradeRecord> records_of(const std::vector<RecordFile>& files) {
  std::vector<GradeRecord> records;
  for (const RecordFile& file : files) records.push_back(file.record);
  return records;
}

int print_open(const std::vector<RecordFile>& files) {
  const std::vector<GradeRecord> records = records_of(files);
  fmt::print("{}", report::print_manual_table(records));
  std::fflush(stdout);
  const int open = report::count_open(records);
  fmt::print(stderr, "gridmark: {} item{} of {} record{} wait{} for a person\n", open, open == 1 ? "" : "s",
             files.size(), files.size() == 1 ? "" : "s", open == 1 ? "s" : "");
  return open == 0 ? exit_passing : exit_open;
}

/// Of all the records, which are of one lab: a table has items of one rubric.
Result<Rubric> rubric_of(const std::vector<RecordFile>& files, const std::string& named) {
  const std::string& name = files.front().record.lab;
  for (const RecordFile& file : files)
    if (file.record.lab != name)
      return failure(Error::Source::usage, file.path.string(),
                     fmt::format("is of {}, but {} is of {}. Give records of one lab", file.record.lab,
                                 files.front().path.string(), name));
  return CourseRubrics(named).of(name);
}

/// Points by the submission that a record names.
Result<std::map<std::string, std::vector<ManualPoints>>> by_submission(const std::vector<ManualPoints>& all,
                                                                       const std::vector<RecordFile>& files,
                                                                       const std::string& where) {
  std::vector<std::string> names;
  for (const RecordFile& file : files) {
    if (std::find(names.begin(), names.end(), file.record.submission) != names.end())
      return failure(
          Error::Source::usage, file.path.string(),
          fmt::format("is a second record of {}. Give one of each submission", file.record.submission));
    names.push_back(file.record.submission);
  }
  std::map<std::string, std::vector<ManualPoints>> sorted;
  for (const ManualPoints& given : all) {
    const auto name = TRY(load::meant_submission(given.submission, names, where));
    sorted[name].push_back(given);
  }
  return sorted;
}

/// returns  the record as it stands now
Result<GradeRecord> enter_one(const ManualOptions& options, const Rubric& rubric, const RecordFile& file,
                              std::vector<ManualPoints> given) {
  for (ManualPoints& one : given) one.content = file.record.source ? file.record.source->content : "";
  const auto scored = TRY(pipeline::with_manual_points(file.record, rubric, given));
  fmt::print("{}  {} before, {} now of {}\n", report::printable(file.record.submission),
             range_text(file.record.points, file.record.points_at_most),
             range_text(scored.points, scored.points_at_most), points_text(scored.max_points));
  if (!options.dry_run) TRY(write_record_files({file.path, scored}));
  return scored;
}

/// Where one cannot be written, the ledger learns of those before it.
Result<void> enter_all(const ManualOptions& options, const Rubric& rubric,
                       const std::vector<RecordFile>& files,
                       const std::map<std::string, std::vector<ManualPoints>>& sorted) {
  std::vector<schedule::KeptRecord> entered;
  Result<void> all;
  for (const RecordFile& file : files) {
    const auto given = sorted.find(file.record.submission);
    if (!all || given == sorted.end()) continue;
    const auto scored = enter_one(options, rubric, file, given->second);
    if (scored)
      entered.push_back({file.path, schedule::grade_of(*scored)});
    else
      all = tl::unexpected<Error>(scored.error());
  }
  if (!options.dry_run) TRY(note_kept_records(entered, occasion_now("manual --enter " + options.enter)));
  return all;
}

int enter(const ManualOptions& options, const std::vector<RecordFile>& files) {
  const auto rubric = rubric_of(files, options.rubric);
  if (!rubric) return refuse(rubric.error());
  const auto sorted =
      load::load_manual(options.enter, *rubric).and_then([&](const std::vector<ManualPoints>& all) {
        return by_submission(all, files, options.enter);
      });
  if (!sorted) return refuse(sorted.error());
  for (const RecordFile& file : files)
    if (const auto same = require_same_rubric(file, *rubric);
        sorted->contains(file.record.submission) && !same)
      return refuse(same.error());
  if (const auto entered = enter_all(options, *rubric, files, *sorted); !entered)
    return refuse(entered.error());
  if (sorted->empty()) fmt::print("{} gives no points yet.\n", report::printable(options.enter));
  if (options.dry_run) fmt::print("Nothing was written (--dry-run).\n");
  return exit_passing;
}

int run_manual(const ManualOptions& options) {
  const auto paths = find_records(options.results);
  if (!paths) return refuse(paths.error());
  const bool writes = !options.enter.empty() && !options.dry_run;
  const auto locks = lock_results(writes ? *paths : std::vector<std::filesystem::path>());
  if (!locks) return refuse(locks.error());
  const auto read = read_records(options.results);
  if (!read) return refuse(read.error());
  const int code = options.enter.empty() ? print_open(read->files) : enter(options, read->files);
  return read->all() ? code : exit_not_graded;
}

}  // namespace

void add_manual_command(CLI::App& app, int& exit_code) {
  static ManualOptions options;
  CLI::App* command =
      app.add_subcommand("manual", "List the items that a person judges, and enter their points");
  command->footer(manual_examples);
  command->add_option("RESULTS", options.results, "Records, or folders with records")->required();
  command->add_option("--enter", options.enter, "Put the points of this table into the records")
      ->type_name("FILE");
  command
      ->add_option("--rubric", options.rubric, "The rubric of the records, if the course has another one now")
      ->type_name("FILE");
  command->add_flag("--dry-run", options.dry_run, "Show the new points and write nothing");
  command->callback([&exit_code] { exit_code = run_manual(options); });
}

}  // namespace gridmark::cli

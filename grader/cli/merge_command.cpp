// gridmark merge RECORD LATER...: what one machine could not time, another has.
#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/course_rubrics.h"
#include "grader/cli/occasion.h"
#include "grader/cli/record_files.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/pipeline/merge.h"
#include "grader/report/json_printer.h"
#include "grader/report/text.h"
#include "grader/system/files.h"

namespace gridmark::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> records;
  std::string output;
  std::string rubric;
  bool dry_run = false;
};

constexpr const char* merge_examples = R"(
Examples:
  gridmark grade lab1-gpu-basics --submission alice --record quiet.json          grade on a quieter machine
  gridmark merge results/lab1-gpu-basics/record.json quiet.json             fill in the deferred items
  gridmark merge results/lab1-gpu-basics/record.json quiet.json --dry-run   only show the changes
  gridmark merge first.json second.json third.json -o all.json   leave first.json as it is

gridmark completes the first record from the later ones, in their order. All must be of the same files, lab, rubric,
device and version of gridmark. Only deferred items change, and only if a later run settled them. Each item names the
run and the machine that judged it. For the later run, you can use `gridmark grade --only ITEM`.
Exit codes: 0 no item is deferred, 1 items are still deferred, 2 a record cannot be read or written, 64 wrong usage, or
records that do not belong together.)";

void show(const std::string& from, const std::vector<pipeline::MergedItem>& items) {
  for (const pipeline::MergedItem& item : items)
    fmt::print("  {}  {} before, {} of {} now\n    {}{}\n", report::printable(item.id),
               range_text(item.before, item.before_at_most), range_text(item.now, item.now_at_most),
               points_text(item.worth),
               item.settled ? fmt::format("settled by {}: ", from) : std::string("still open: "),
               report::printable(item.words));
}

bool is_deferred(const GradeRecord& record) {
  for (const ItemScore& item : record.items)
    if (item.outcome == Outcome::deferred) return true;
  return false;
}

/// Names the later file in an error about its record.
Error about(Error error, const std::string& path) {
  error.where = path;
  return error;
}

int finish(const MergeOptions& options, const GradeRecord& before, const RecordFile& merged) {
  fmt::print(
      "{}: {} before, {} of {} now\n", merged.path.string(), range_text(before.points, before.points_at_most),
      range_text(merged.record.points, merged.record.points_at_most), points_words(merged.record.max_points));
  const int code = is_deferred(merged.record) ? exit_open : exit_passing;
  if (options.dry_run) {
    fmt::print("Nothing was written (--dry-run).\n");
    return code;
  }
  if (merged.record == before && options.output.empty()) {
    fmt::print("Nothing changed, so nothing was written.\n");
    return code;
  }
  // A report that lies beside is the completed record's, not that of another file.
  const auto written = options.output.empty()
                           ? write_record(merged, occasion_now("merge"))
                           : system::write_file_atomically(merged.path, report::print_json(merged.record));
  if (!written) return refuse(written.error());
  return code;
}

/// All of them, or the first error.
Result<std::vector<RecordFile>> read_each(const std::vector<std::string>& paths) {
  std::vector<RecordFile> files;
  for (const std::string& path : paths) {
    files.push_back(TRY(read_record_file(path)));
  }
  return files;
}

int run_merge(const MergeOptions& options) {
  if (options.records.size() < 2)
    return refuse(
        {Error::Source::usage, "RECORD", "found one record, expected the one to complete and a later one"});
  const bool writes_there = options.output.empty() && !options.dry_run;
  const auto locks = lock_results(writes_there ? std::vector<std::filesystem::path>{options.records.front()}
                                               : std::vector<std::filesystem::path>());
  if (!locks) return refuse(locks.error());
  const auto files = read_each(options.records);
  if (!files) return refuse(files.error());
  const GradeRecord before = files->front().record;
  RecordFile merged{options.output.empty() ? files->front().path : std::filesystem::path(options.output),
                    before};
  if (!is_deferred(before))
    fmt::print("{}: nothing in it is deferred{}\n", files->front().path.string(),
               is_deferred(files->at(1).record)
                   ? ". The record to complete must come first: did you mean the other order?"
                   : "");
  CourseRubrics rubrics(options.rubric);
  const auto& rubric = rubrics.of(before.lab);
  if (!rubric) return refuse(rubric.error());
  for (std::size_t i = 1; i < files->size(); ++i) {
    const RecordFile& later = files->at(i);
    const auto result = pipeline::merge(merged.record, later.record, *rubric);
    if (!result) return refuse(about(result.error(), later.path.string()));
    show(later.path.string(), result->items);
    merged.record = result->record;
  }
  return finish(options, before, merged);
}

}  // namespace

void add_merge_command(CLI::App& app, int& exit_code) {
  static MergeOptions options;
  CLI::App* command =
      app.add_subcommand("merge", "Fill deferred items of a record from a later run's record");
  command->footer(merge_examples);
  command
      ->add_option("RECORD", options.records,
                   "The record to complete, then later records of the same submission")
      ->required();
  command
      ->add_option("-o,--output", options.output, "Write to this file, and leave the first record as it is")
      ->type_name("FILE");
  command
      ->add_option("--rubric", options.rubric, "The rubric of the records, if the course has another one now")
      ->type_name("FILE");
  command->add_flag("--dry-run", options.dry_run, "Show the changes and write nothing");
  command->callback([&exit_code] { exit_code = run_merge(options); });
}

}  // namespace gridmark::cli

// gridmark rescore RECORD...: a changed rubric, or better statistics, on what was measured then.
//
// A record is read, scored and let go, by as many threads as there are processors, so a folder of thousands
// needs the memory of a few. Where a person is asked first, they are read and scored once more to be written.
// They are written in groups, since a wait for the disk costs about the same for one file and for a thousand.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>

#include "grader/cli/commands.h"
#include "grader/cli/course_rubrics.h"
#include "grader/cli/occasion.h"
#include "grader/cli/record_files.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/pipeline/rescore.h"
#include "grader/report/text.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/pool.h"
#include "grader/system/terminal_size.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_unwritten = 1;

struct RescoreOptions {
  std::vector<std::string> results;
  std::string rubric, reason, by;
  std::vector<std::string> students;
  bool yes = false, dry_run = false;
};

constexpr const char* rescore_examples = R"(
Examples:
  gridmark rescore results                                  use the course's rubrics as they are now
  gridmark rescore results --rubric rubrics/lab1-new.json   use a rubric that is not in the course yet
  gridmark rescore results --dry-run                        show which grades would change, by how much and why
  gridmark rescore results --yes                            write without asking
  gridmark rescore results --student ada                    only one student's records
  gridmark rescore results --reason "limit was too tight"   give a reason, which `gridmark history` shows

gridmark compiles and runs nothing. It scores each record again from the record's tests, counts and timed samples.
Decisions and points from people stay. If a rubric needs a value that was not measured, a message asks for a new grade.
A record is replaced completely or not at all. In the results of a batch, gridmark also updates the gradebook, the
class page and the ledger.
Exit codes: 0 nothing changes or the changes are written, 1 changes were not written, 2 a record or the rubric cannot
be read or used, 64 wrong usage.)";

/// What became of all records.
struct Tally {
  std::size_t changed = 0, same = 0, written = 0;
  int with_other_points = 0;
  std::vector<schedule::KeptRecord> kept;  ///< as they stand now, those that stay among them
  std::vector<Error> failed;
  std::optional<Error> unwritten;  ///< the first record that could not be written
};

Result<pipeline::RescoredRecord> rescore_file(const RecordFile& file, CourseRubrics& rubrics) {
  const auto& rubric = rubrics.of(file.record.lab);
  if (!rubric) return tl::unexpected(rubric.error());
  return pipeline::rescore(file.record, *rubric).map_error([&](Error error) {
    error.message = fmt::format("{} ({}), and this record does not have it. Run `gridmark grade` again",
                                error.message, error.where);
    error.where = file.path.string();
    return error;
  });
}

std::string passing_words(const GradeRecord& before, const GradeRecord& now) {
  if (before.passing == now.passing) return "";
  return now.passing ? ", passing now" : ", below the pass mark now";
}

/// "2 of 3 before, 3 of 3 now"; a new item has no before, and one that is gone no now.
std::string points_change(const pipeline::ItemChange& change) {
  const auto part = [](Points points, Points of) { return points_text(points) + " of " + points_text(of); };
  if (change.before_of == Points(0)) return part(change.now, change.now_of) + " now";
  if (change.now_of == Points(0)) return part(change.before, change.before_of) + " before";
  return part(change.before, change.before_of) + " before, " + part(change.now, change.now_of) + " now";
}

/// The record's lines for the terminal.
std::string shown(const RecordFile& file, const pipeline::RescoredRecord& rescored) {
  const GradeRecord &before = file.record, &now = rescored.record;
  std::string words = fmt::format(
      "{}  {}\n  {} of {} before, {} of {} now{}\n", file.path.string(), report::printable(before.submission),
      range_text(before.points, before.points_at_most), points_text(before.max_points),
      range_text(now.points, now.points_at_most), points_text(now.max_points), passing_words(before, now));
  for (const pipeline::ItemChange& change : rescored.changes)
    words += fmt::format("  {}  {}\n    {}\n", report::printable(change.id), points_change(change),
                         report::printable(change.why));
  return words;
}

/// What another score makes of one record, without the record.
struct Look {
  std::optional<Error> error, unwritten;
  bool differs = false;
  std::string words;  ///< empty where the points stay
  LabGrade grade;     ///< as it stands then
};

/// writes  the record, where it differs
Look look_at(const fs::path& path, CourseRubrics& rubrics, bool writes) {
  const auto file = read_record_file(path);
  auto rescored = file.and_then([&](const RecordFile& read) { return rescore_file(read, rubrics); });
  if (!rescored) return {rescored.error(), std::nullopt, false, "", {}};
  const bool same_points = rescored->changes.empty() && rescored->record.points == file->record.points;
  Look look{std::nullopt, std::nullopt, rescored->differs, "", schedule::grade_of(rescored->record)};
  if (rescored->differs && !same_points) look.words = shown(*file, *rescored);
  if (!rescored->differs || !writes) return look;
  if (const auto written = write_record_files({path, std::move(rescored->record)}); !written)
    look.unwritten = written.error();
  return look;
}

/// How a pass over the records goes.
struct Pass {
  bool shows = true;  ///< prints who changes
  bool writes = false;
};

void count(const fs::path& path, Look look, const Pass& pass, Tally& tally) {
  if (look.error) {
    tally.failed.push_back(*std::move(look.error));
    return;
  }
  tally.with_other_points += look.words.empty() ? 0 : 1;
  if (pass.shows) fmt::print("{}", look.words);
  (look.differs ? tally.changed : tally.same) += 1;
  if (look.unwritten) {
    if (!tally.unwritten) tally.unwritten = look.unwritten;
    return;
  }
  tally.written += look.differs ? 1 : 0;
  tally.kept.push_back({path, std::move(look.grade)});
}

/// In their order, as soon as some are done. A pass that writes has several at a time even on one processor:
/// most of the time a write waits until the disk has it, and the disk takes many at once. After an error no
/// further ones begin.
Tally look_at_all(const std::vector<fs::path>& paths, CourseRubrics& rubrics, const Pass& pass) {
  constexpr std::size_t some = 256;
  constexpr int writing_at_once = 16;
  static const system::StopFlag never;
  Tally tally;
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  for (std::size_t first = 0; first < paths.size() && !tally.unwritten; first += some) {
    std::vector<Look> looks(std::min(some, paths.size() - first));
    schedule::run_all(
        looks.size(), pass.writes ? writing_at_once : schedule::processors(), never,
        [](std::size_t) { return false; },
        [&](std::size_t i) { looks[i] = look_at(paths[first + i], rubrics, pass.writes); });
    progress.clear();
    for (std::size_t i = 0; i < looks.size(); ++i) count(paths[first + i], std::move(looks[i]), pass, tally);
    progress.show(
        fmt::format("{}: {} of {}", pass.writes ? "writing" : "scoring", first + looks.size(), paths.size()));
  }
  progress.clear();
  return tally;
}

void summarise(const Tally& tally) {
  print_errors(tally.failed);
  const auto words_only = tally.changed - static_cast<std::size_t>(tally.with_other_points);
  fmt::print("{} of {} records get other points", tally.with_other_points,
             tally.changed + tally.same + tally.failed.size());
  if (words_only > 0) fmt::print(", {} only other words", words_only);
  if (!tally.failed.empty()) fmt::print(", {} could not be scored", tally.failed.size());
  fmt::print(".\n");
}

bool confirmed() {
  if (!system::is_terminal(stdin)) {
    fmt::print("Nothing was written. Use --yes to write without being asked.\n");
    return false;
  }
  fmt::print("Write them? [y/N] ");
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  if (answer.starts_with('y') || answer.starts_with('Y')) return true;
  fmt::print("Nothing was written.\n");
  return false;
}

/// Records that stay are told, too: a command that was killed may have left the ledger behind them.
Result<void> tell_ledger(const RescoreOptions& options, const Tally& tally) {
  const std::string reason = !options.reason.empty()  ? options.reason
                             : options.rubric.empty() ? "the course's rubric"
                                                      : "rubric " + options.rubric;
  return note_kept_records(tally.kept, occasion_now(reason, options.by));
}

/// Those of the students that were asked for, in a batch's results.
std::vector<fs::path> of_students(const std::vector<fs::path>& paths,
                                  const std::vector<std::string>& students) {
  if (students.empty()) return paths;
  std::vector<fs::path> own;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(own), [&](const fs::path& path) {
    const std::string student = path.parent_path().parent_path().filename().string();
    return std::find(students.begin(), students.end(), student) != students.end();
  });
  return own;
}

Result<std::vector<fs::path>> wanted_records(const RescoreOptions& options) {
  const auto all = TRY(find_records(options.results));
  auto own = of_students(all, options.students);
  if (own.empty())
    return failure(Error::Source::usage, "--student " + options.students.front(),
                   fmt::format("found no record of this student among {} records", all.size()));
  return own;
}

/// Scored and written in one pass, under the lock: nobody else changes a record between the two.
int write_changes(const RescoreOptions& options, const std::vector<fs::path>& paths, CourseRubrics& rubrics,
                  bool shows) {
  const auto locks = lock_results(paths);
  if (!locks) return refuse(locks.error());
  const Tally tally = look_at_all(paths, rubrics, {.shows = shows, .writes = true});
  if (shows) summarise(tally);
  if (const auto told = tell_ledger(options, tally); !told) return refuse(told.error());
  if (tally.unwritten) {
    fmt::print("{} of {} records written. Run the same command again to write the others.\n", tally.written,
               tally.changed);
    return refuse(*tally.unwritten);
  }
  if (tally.changed > 0) fmt::print("{} records written.\n", tally.written);
  return !tally.failed.empty() ? exit_not_graded : exit_passing;
}

int run_rescore(const RescoreOptions& options) {
  const auto paths = wanted_records(options);
  if (!paths) return refuse(paths.error());
  CourseRubrics rubrics(options.rubric);
  if (options.yes && !options.dry_run) return write_changes(options, *paths, rubrics, true);
  const Tally tally = look_at_all(*paths, rubrics, {});
  summarise(tally);
  const int not_written = !tally.failed.empty() ? exit_not_graded
                          : tally.changed == 0  ? exit_passing
                                                : exit_unwritten;
  if (options.dry_run) fmt::print("Nothing was written (--dry-run).\n");
  if (options.dry_run || tally.changed == 0 || !confirmed()) return not_written;
  return write_changes(options, *paths, rubrics, false);
}

}  // namespace

void add_rescore_command(CLI::App& app, int& exit_code) {
  static RescoreOptions options;
  CLI::App* command =
      app.add_subcommand("rescore", "Score records again with a changed rubric, without running anything");
  command->footer(rescore_examples);
  command->add_option("RECORD", options.results, "Records, or folders with records")->required();
  command->add_option("--rubric", options.rubric, "Use this rubric instead of the course's")
      ->type_name("FILE");
  command->add_option("--student", options.students, "Rescore only this student's records (repeatable)")
      ->type_name("ID")
      ->allow_extra_args(false);
  command->add_option("--reason", options.reason, "The reason, for the ledger")->type_name("TEXT");
  command->add_option("--by", options.by, "The person who decides (default: $USER)")->type_name("NAME");
  command->add_flag("--yes", options.yes, "Write without asking");
  command->add_flag("--dry-run", options.dry_run, "Show the changes and write nothing");
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_rescore(options); });
}

}  // namespace gridmark::cli

// gridmark rescore RECORD...: a changed rubric, or better statistics, on what was measured then.
//
// A record is read, scored and let go, by as many threads as there are processors, so a folder of thousands
// needs the memory of a few; those that change are read and scored once more when they are written, several
// at a time.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <mutex>
#include <optional>

#include "grader/cli/commands.h"
#include "grader/cli/course_rubrics.h"
#include "grader/cli/record_files.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/pipeline/rescore.h"
#include "grader/report/text.h"
#include "grader/schedule/pool.h"
#include "grader/system/terminal_size.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_unwritten = 1;

struct RescoreOptions {
  std::vector<std::string> results;
  std::string rubric;
  bool yes = false, dry_run = false;
};

constexpr const char* rescore_examples = R"(
Examples:
  gridmark rescore results                                  the course's rubrics as they are now
  gridmark rescore results --rubric rubrics/lab1-new.json   a rubric that is not in the course yet
  gridmark rescore results --dry-run                        who would change, by how much and why
  gridmark rescore results --yes                            writes without asking

Nothing is compiled and nothing runs: every record keeps its tests, counts and timed samples, and is scored again
from them; decisions and points of persons stay. A rubric that asks for what was not measured needs a new grade, and
the message says so. Records are replaced whole or not at all.
Exit codes: 0 nothing changes or the changes are written, 1 changes were not written, 2 a record or the rubric cannot
be read or used, 64 wrong usage.)";

/// What became of all records.
struct Tally {
  std::vector<fs::path> changed;
  int with_other_points = 0, failed = 0, same = 0;
};

Result<pipeline::RescoredRecord> rescore_file(const RecordFile& file, CourseRubrics& rubrics) {
  const auto& rubric = rubrics.of(file.record.lab);
  if (!rubric) return tl::unexpected(rubric.error());
  return pipeline::rescore(file.record, *rubric).map_error([&](Error error) {
    error.message = fmt::format("{} ({}); this record does not have it, so `gridmark grade` has to run again",
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
  std::optional<Error> error;
  bool differs = false;
  std::string words;  ///< empty where the points stay
};

Look look_at(const fs::path& path, CourseRubrics& rubrics) {
  const auto file = read_record_file(path);
  const auto rescored = file.and_then([&](const RecordFile& read) { return rescore_file(read, rubrics); });
  if (!rescored) return {rescored.error(), false, ""};
  const bool same_points = rescored->changes.empty() && rescored->record.points == file->record.points;
  return {std::nullopt, rescored->differs,
          rescored->differs && !same_points ? shown(*file, *rescored) : std::string()};
}

void count(const fs::path& path, const Look& look, Tally& tally) {
  if (look.error) {
    print_error(*look.error);
    ++tally.failed;
  } else if (!look.differs) {
    ++tally.same;
  } else {
    tally.changed.push_back(path);
    tally.with_other_points += look.words.empty() ? 0 : 1;
    fmt::print("{}", look.words);
  }
}

/// In their order, as soon as each and all before it are done.
Tally look_at_all(const std::vector<fs::path>& paths, CourseRubrics& rubrics) {
  constexpr std::size_t at_once = 256;
  static const system::StopFlag never;
  Tally tally;
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  for (std::size_t first = 0; first < paths.size(); first += at_once) {
    std::vector<Look> looks(std::min(at_once, paths.size() - first));
    schedule::run_all(
        looks.size(), schedule::processors(), never, [](std::size_t) { return false; },
        [&](std::size_t i) { looks[i] = look_at(paths[first + i], rubrics); });
    progress.clear();
    for (std::size_t i = 0; i < looks.size(); ++i) count(paths[first + i], looks[i], tally);
    progress.show(fmt::format("scoring: {} of {}", first + looks.size(), paths.size()));
  }
  return tally;
}

void summarise(const Tally& tally) {
  const auto words_only = tally.changed.size() - static_cast<std::size_t>(tally.with_other_points);
  fmt::print("{} of {} records get other points", tally.with_other_points,
             tally.changed.size() + static_cast<std::size_t>(tally.same + tally.failed));
  if (words_only > 0) fmt::print(", {} only other words", words_only);
  if (tally.failed > 0) fmt::print(", {} could not be scored", tally.failed);
  fmt::print(".\n");
}

bool confirmed(const RescoreOptions& options) {
  if (options.yes) return true;
  if (!system::is_terminal(stdin)) {
    fmt::print("Nothing was written: say --yes to write without being asked.\n");
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

Result<void> write_one(const fs::path& path, CourseRubrics& rubrics) {
  const RecordFile file = TRY(read_record_file(path));
  const pipeline::RescoredRecord rescored = TRY(rescore_file(file, rubrics));
  return write_record({path, rescored.record});
}

/// How many records were written, and why not all.
struct Writing {
  std::size_t written = 0;
  std::optional<Error> error;
};

/// Several at a time even on one processor: most of the time a write waits until the disk has it, and the
/// disk takes many at once. After an error no further one begins.
Writing write_all(const std::vector<fs::path>& paths, CourseRubrics& rubrics) {
  constexpr int at_once = 16;
  system::StopFlag failed;
  std::mutex mutex;  // of what follows
  Writing all;
  ProgressLine progress(Terminal::detect().errors_are_terminal);
  schedule::run_all(
      paths.size(), at_once, failed, [](std::size_t) { return false; },
      [&](std::size_t i) {
        const auto one = write_one(paths[i], rubrics);
        const std::lock_guard<std::mutex> lock(mutex);
        if (!one) {
          if (!all.error) all.error = one.error();
          failed.request();
        } else if (++all.written % 64 == 0) {
          progress.show(fmt::format("writing: {} of {}", all.written, paths.size()));
        }
      });
  progress.clear();
  return all;
}

int run_rescore(const RescoreOptions& options) {
  const auto paths = find_records(options.results);
  if (!paths) return refuse(paths.error());
  CourseRubrics rubrics(options.rubric);
  const Tally tally = look_at_all(*paths, rubrics);
  summarise(tally);
  const int when_written = tally.failed > 0 ? exit_not_graded : exit_passing;
  if (tally.changed.empty()) return when_written;
  if (options.dry_run) fmt::print("Nothing was written (--dry-run).\n");
  if (options.dry_run || !confirmed(options)) return tally.failed > 0 ? exit_not_graded : exit_unwritten;
  const auto locks = lock_results(tally.changed);  // each record is read once more before it is written
  if (!locks) return refuse(locks.error());
  const Writing all = write_all(tally.changed, rubrics);
  if (!all.error) {
    fmt::print("{} records written.\n", all.written);
    return when_written;
  }
  fmt::print("{} of {} records written; the same command again writes the others.\n", all.written,
             tally.changed.size());
  return refuse(*all.error);
}

}  // namespace

void add_rescore_command(CLI::App& app, int& exit_code) {
  static RescoreOptions options;
  CLI::App* command =
      app.add_subcommand("rescore", "Apply a changed rubric to what was measured; nothing runs");
  command->footer(rescore_examples);
  command->add_option("RECORD", options.results, "Records, or folders with records")->required();
  command->add_option("--rubric", options.rubric, "This rubric instead of the course's")->type_name("FILE");
  command->add_flag("--yes", options.yes, "Write without asking");
  command->add_flag("--dry-run", options.dry_run, "Show who would change and write nothing");
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_rescore(options); });
}

}  // namespace gridmark::cli

// gridmark review RESULTS...: what is too good to be true, and what a person decided about it.
#include <fmt/format.h>

#include <algorithm>

#include "grader/cli/commands.h"
#include "grader/cli/course_rubrics.h"
#include "grader/cli/occasion.h"
#include "grader/cli/record_files.h"
#include "grader/cli/terminal.h"
#include "grader/core/number_text.h"
#include "grader/pipeline/review.h"
#include "grader/report/text.h"
#include "grader/system/clock.h"

namespace gridmark::cli {
namespace {

constexpr int exit_waiting = 1;

struct ReviewOptions {
  std::vector<std::string> results;
  std::string accept, reject, reason, by, rubric;
  bool dry_run = false;
  bool decides() const { return !accept.empty() || !reject.empty(); }
};

constexpr const char* review_examples = R"(
Examples:
  gridmark review results                                      list items that need a decision, with the evidence
  gridmark review results/alice/lab1-gpu-basics --accept tiled_bytes --reason "wmma does the sums"
  gridmark review results/bob/lab1-gpu-basics --reject tiled_bytes --reason "computes on the host"
  gridmark review results/bob/lab1-gpu-basics --reject tiled_bytes --reason "..." --dry-run

Some results are too good to be true: a count that no honest program reaches, or a report that nothing in the run
supports. They earn no points until a person decides. gridmark puts the decision into the record with your name, the
time and the reason, and scores the record again. Nothing runs.
Exit codes: 0 no item waits or the decision is written, 1 items wait, 2 a record cannot be read or written, 64 wrong
usage.)";

int list(const std::vector<RecordFile>& files) {
  int waiting = 0;
  for (const RecordFile& file : files)
    for (const pipeline::PendingReview& pending : pipeline::pending_reviews(file.record)) {
      ++waiting;
      fmt::print("{}\n  {}  {}  worth {}\n", file.path.string(), report::printable(pending.item->id),
                 report::printable(file.record.submission), points_words(pending.item->max_points));
      for (const std::string& message : pending.evidence) fmt::print("    {}\n", report::printable(message));
    }
  if (waiting == 0) {
    fmt::print("Nothing waits for review in {} record{}.\n", files.size(), files.size() == 1 ? "" : "s");
    return exit_passing;
  }
  fmt::print("\n{} wait{} for review and {} worth nothing until then.\n", waiting, waiting == 1 ? "s" : "",
             waiting == 1 ? "is" : "are");
  return exit_waiting;
}

/// The one record in which the item waits: a decision is about one submission.
Result<RecordFile> record_with(const std::vector<RecordFile>& files, const std::string& item) {
  const RecordFile* found = nullptr;
  for (const RecordFile& file : files) {
    const auto pending = pipeline::pending_reviews(file.record);
    if (std::none_of(pending.begin(), pending.end(), [&](const auto& one) { return one.item->id == item; }))
      continue;
    if (found != nullptr)
      return failure(
          Error::Source::usage, item,
          fmt::format("waits in {} and in {}. Name one record", found->path.string(), file.path.string()));
    found = &file;
  }
  if (found == nullptr)
    return failure(Error::Source::usage, item, "does not wait for review in any of these records");
  return *found;
}

int decide_one(const ReviewOptions& options, const std::vector<RecordFile>& files) {
  const bool accepted = !options.accept.empty();
  const std::string item = accepted ? options.accept : options.reject;
  auto file = record_with(files, item);
  if (!file) return refuse(file.error());
  const ReviewDecision decision{item, accepted, author_of(options.by), system::SystemClock().utc_now(),
                                options.reason};
  const auto rubric = CourseRubrics(options.rubric).of(file->record.lab);
  if (!rubric) return refuse(rubric.error());
  if (const auto same = require_same_rubric(*file, *rubric); !same) return refuse(same.error());
  const auto scored = pipeline::decide(file->record, *rubric, decision);
  if (!scored) return refuse(scored.error());
  fmt::print("{}: {} {} by {}; {} before, {} now\n", file->path.string(), item,
             accepted ? "accepted" : "rejected", report::printable(decision.by),
             points_text(file->record.points), points_text(scored->points));
  if (options.dry_run) {
    fmt::print("Nothing was written (--dry-run).\n");
    return exit_passing;
  }
  if (const auto written = write_record({file->path, *scored}, occasion_now("review", options.by)); !written)
    return refuse(written.error());
  return exit_passing;
}

int run_review(const ReviewOptions& options) {
  if (options.decides() && options.reason.empty())
    return refuse({Error::Source::usage, "--reason", "is needed. Give the reason for your decision"});
  const auto paths = find_records(options.results);
  if (!paths) return refuse(paths.error());
  const bool writes = options.decides() && !options.dry_run;
  const auto locks = lock_results(writes ? *paths : std::vector<std::filesystem::path>());
  if (!locks) return refuse(locks.error());
  const auto read = read_records(options.results);
  if (!read) return refuse(read.error());
  const int code = options.decides() ? decide_one(options, read->files) : list(read->files);
  return read->all() ? code : exit_not_graded;
}

}  // namespace

void add_review_command(CLI::App& app, int& exit_code) {
  static ReviewOptions options;
  CLI::App* command = app.add_subcommand(
      "review", "List results that are too good to be true, and decide whether they count");
  command->footer(review_examples);
  command->add_option("RESULTS", options.results, "Records, or folders with records")->required();
  CLI::Option* accept = command->add_option("--accept", options.accept, "Count this item as measured");
  CLI::Option* reject = command->add_option("--reject", options.reject, "Give no points for this item");
  accept->type_name("ITEM")->excludes(reject);
  reject->type_name("ITEM");
  command->add_option("--reason", options.reason, "The reason, for the student and for the ledger")
      ->type_name("TEXT");
  command->add_option("--by", options.by, "The person who decides (default: $USER)")->type_name("NAME");
  command
      ->add_option("--rubric", options.rubric, "The rubric of the record, if the course has another one now")
      ->type_name("FILE");
  command->add_flag("--dry-run", options.dry_run, "Show the new points and write nothing");
  command->callback([&exit_code] { exit_code = run_review(options); });
}

}  // namespace gridmark::cli

// gridmark batch: a class, from repositories to a gradebook.
#include <fmt/format.h>

#include <algorithm>

#include "grader/cli/batch_options.h"
#include "grader/cli/batch_progress.h"
#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_table.h"
#include "grader/pipeline/review.h"
#include "grader/report/batch_printer.h"
#include "grader/report/class_html.h"
#include "grader/report/gradebook.h"
#include "grader/report/learning_platform.h"
#include "grader/report/text.h"
#include "grader/schedule/compare_works.h"
#include "grader/schedule/slurm_batch.h"
#include "grader/system/files.h"
#include "grader/system/folder_lock.h"
#include "grader/system/lost_terminal.h"
#include "grader/system/user_scope.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

constexpr int exit_errors = 1;

constexpr const char* batch_examples = R"(
Examples:
  gridmark batch lab1-gpu-basics --submissions ~/cloned --results ~/grades
  gridmark batch lab1-gpu-basics --roster roster.csv --policy late.json --results ~/grades
  gridmark batch lab0-warm-up lab1-gpu-basics --roster roster.csv --results ~/grades --dry-run
  gridmark batch lab1-gpu-basics --roster roster.csv --results ~/grades --canvas export.csv
  gridmark batch lab1-gpu-basics --roster roster.csv --results /shared/grades --slurm --partition short
  gridmark batch lab1-gpu-basics --roster roster.csv --results /shared/grades --shard 2/8

Graded is the last commit before the deadline (with a policy, the last one that is worth anything), or the files as they
lie where there is no repository. The same command goes on where the last one stopped: what is graded already, and has not
changed, is not graded again. In RESULTS/STUDENT/LAB/, report.html and log.txt are for the student; record.json,
staff.html and staff-log.txt name hidden tests, as class.html, gradebook.csv and summary.json of the class are for staff.
docs/batch.md leads through an evening.
Exit codes: 0 all graded, 1 graded but for rows that say why not, 2 the batch could not be done, 64 wrong usage,
130 stopped; the same command goes on.)";

/// Persons' points and decisions of one record, in another of the same lab.
Rescore rescorer(const std::vector<BatchLab>& labs) {
  return [&labs](const GradeRecord& persons, const GradeRecord& fresh) -> Result<GradeRecord> {
    for (const BatchLab& lab : labs) {
      if (lab.lab.name != fresh.lab) continue;
      GradeRecord decided = fresh;
      decided.reviews = persons.reviews;
      return with_manual_points(decided, lab.rubric, persons.manual);
    }
    return fresh;
  };
}

Result<void> write_outputs(const ClassBook& book, const fs::path& results) {
  return write_file_atomically(results / "summary.json", print_summary(book))
      .and_then([&] { return write_file_atomically(results / "class.html", print_class_html(book)); })
      .and_then([&] { return write_file_atomically(results / "gradebook.csv", print_gradebook(book)); });
}

/// Fills in each export; the result lies in the results, under the export's name.
Result<void> fill_exports(const std::vector<std::string>& exports, const char* platform,
                          const ClassBook& book, const fs::path& results) {
  for (const std::string& file : exports) {
    const auto filled = load_table(file).and_then([&](const std::vector<CsvRow>& rows) {
      return std::string_view(platform) == "canvas" ? fill_canvas(rows, book, file)
                                                    : fill_moodle(rows, book, file);
    });
    if (!filled) return tl::unexpected(filled.error());
    const fs::path target = results / fmt::format("{}-{}", platform, fs::path(file).filename().string());
    if (const auto written = write_file_atomically(target, filled->text); !written) return written;
    fmt::print("{:<15} {}, {} grades\n", platform, target.string(), filled->filled);
    for (const std::string& id : filled->not_found)
      fmt::print(stderr, "gridmark: {} has no row for {}\n", printable(file), printable(id));
  }
  return {};
}

std::string lock_name(const Shard& shard) {
  return shard.count == 1 ? "" : fmt::format("{}-of-{}", shard.index, shard.count);
}

int finish(const BatchOptions& options, const ClassBook& book, bool stopped) {
  if (const auto written = write_outputs(book, options.results); !written) return refuse(written.error());
  fmt::print("{}", print_batch_end(book));
  for (const char* name : {"gradebook.csv", "class.html", "summary.json", "similarity.html"})
    if (book.compared || std::string_view(name) != "similarity.html")
      fmt::print("{:<15} {}\n", name, (fs::path(options.results) / name).string());
  for (const auto& filled : {fill_exports(options.canvas, "canvas", book, options.results),
                             fill_exports(options.moodle, "moodle", book, options.results)})
    if (!filled) return refuse(filled.error());
  if (stopped) {
    fmt::print(stderr, "gridmark: stopped; nothing is torn, and the same command goes on from here\n");
    return exit_stopped;
  }
  return all_graded(book) ? exit_passing : exit_errors;
}

/// The queue of this cluster, where it is to be used. Asked for before the first fetch: who is on the wrong
/// machine should not wait for that.
Result<std::unique_ptr<SlurmQueue>> wanted_queue(const BatchOptions& options, const StopFlag& stop) {
  if (!options.slurm) return std::unique_ptr<SlurmQueue>();
  return open_slurm_queue(stop);
}

Result<void> run_on_slurm(const BatchOptions& options, const SlurmPlace& place, const BatchWorld& world,
                          std::vector<PlanLine>& lines) {
  const auto installation = find_installation();
  if (!installation) return tl::unexpected(installation.error());
  std::vector<std::string> program{(installation->paths.build / "bin" / "gridmark").string()};
  outlive_the_terminal();
  return SlurmBatch({options.cluster, program, options.grader, options.task_seconds}, place, world)
      .run(lines);
}

/// similarity.html, where something was graded since it was written. What goes wrong with it is said, and
/// stops no grades.
///
/// returns  is it there?
bool compare(const BatchRequest& request, const std::vector<PlanLine>& lines, const Planner& planner,
             const fs::path& results, const StopFlag& stop) {
  const fs::path page = results / "similarity.html";
  std::error_code ignored;
  const bool there = fs::exists(page, ignored);
  const bool news = std::any_of(lines.begin(), lines.end(), [](const PlanLine& line) { return line.fresh; });
  if (stop.requested() || (there && !news)) return there;
  const auto written =
      compare_works(request.labs, lines, planner, stop).and_then([&](const std::vector<AlikeLab>& alike) {
        return write_file_atomically(page, print_similarity(alike));
      });
  if (!written) print_error(written.error());
  return written || there;
}

/// What a batch works with, once it has its folder.
struct BatchTools {
  Planner& planner;
  const ResultsFolder& results;
  SlurmQueue* queue;  ///< nothing: on this machine
  BatchProgress& progress;
  const BatchWorld& world;
};

int run_planned(const BatchOptions& options, const BatchRequest& request, const BatchTools& tools) {
  const auto& [planner, results, queue, progress, world] = tools;
  Batch batch(request, planner, results, world);
  const double begin = world.clock.steady_seconds();
  std::vector<PlanLine> lines = batch.plan();
  progress.clear();
  if (lines.empty()) {
    fmt::print(stderr, "gridmark: stopped before anything was graded\n");
    return exit_stopped;
  }
  if (options.dry_run) {
    fmt::print("{}", print_plan(plan_rows(lines)));
    return exit_passing;
  }
  const SlurmFolder folder(results.root());
  Result<void> ran;
  if (queue == nullptr)
    batch.run(lines);
  else
    ran = run_on_slurm(options, {*queue, folder, planner, results}, world, lines);
  progress.clear();
  if (!ran) return refuse(ran.error());
  ClassBook book = batch.settle(lines);
  book.compared = compare(request, lines, planner, results.root(), world.stop);
  book.seconds = world.clock.steady_seconds() - begin;
  return finish(options, book, world.stop.requested());
}

int run(const BatchOptions& options, const BatchRequest& request, const StopFlag& stop) {
  const auto results = ResultsFolder::open(options.results, rescorer(request.labs));
  if (!results) return refuse(results.error());
  const auto queue = wanted_queue(options, stop);
  if (!queue) return refuse(queue.error());
  const SystemClock clock;
  const auto lock = FolderLock::take(options.results, lock_name(request.shard),
                                     fmt::format("{} since {}", own_process_words(), clock.utc_now()));
  if (!lock) return refuse(lock.error());
  Planner planner({&request.labs,
                   request.policy,
                   options.branch,
                   options.working_tree,
                   results->mirrors(),
                   {.seconds = options.fetch_seconds}},
                  stop);
  BatchProgress progress(Terminal::detect(), clock);
  const BatchWorld world{stop, clock, [&](const BatchStatus& status) { progress.show(status); },
                         [&](const std::string& words) {
                           progress.clear();
                           fmt::print(stderr, "gridmark: {}\n", words);
                         }};
  return run_planned(options, request, {planner, *results, queue->get(), progress, world});
}

int run_batch(const BatchOptions& options) {
  static StopFlag stop;  // signal handlers need it to the end of the process
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  if (const auto hidden = require_out_of_sight(installation->paths); !hidden) return refuse(hidden.error());
  stop_on_signals(stop);
  const auto request = make_request(options, *installation, stop);
  if (!request) return refuse(request.error());
  enter_user_scope();
  return run(options, *request, stop);
}

}  // namespace

void add_batch_command(CLI::App& app, int& exit_code) {
  static BatchOptions options;
  CLI::App* command =
      app.add_subcommand("batch", "Grade a class: many repositories, a gradebook, a class page");
  command->footer(batch_examples);
  add_options(*command, options);
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_batch(options); });
}

}  // namespace gridmark

// gridmark batch: a class, from repositories to a gradebook.
#include <fmt/format.h>

#include <algorithm>

#include "grader/cli/batch_options.h"
#include "grader/cli/batch_progress.h"
#include "grader/cli/commands.h"
#include "grader/cli/occasion.h"
#include "grader/cli/similarity_page.h"
#include "grader/cli/terminal.h"
#include "grader/core/results_file.h"
#include "grader/load/json_document.h"
#include "grader/load/load_table.h"
#include "grader/pipeline/rescore.h"
#include "grader/pipeline/review.h"
#include "grader/report/batch_printer.h"
#include "grader/report/learning_platform.h"
#include "grader/report/text.h"
#include "grader/schedule/class_pages.h"
#include "grader/schedule/slurm_batch.h"
#include "grader/system/files.h"
#include "grader/system/folder_lock.h"
#include "grader/system/lost_terminal.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr int exit_errors = 1;

constexpr const char* batch_examples = R"(
Examples:
  gridmark batch lab1-gpu-basics --submissions ~/cloned --results ~/grades
  gridmark batch lab1-gpu-basics --roster roster.csv --policy late.json --results ~/grades
  gridmark batch lab0-warm-up lab1-gpu-basics --roster roster.csv --results ~/grades --dry-run
  gridmark batch lab1-gpu-basics --roster roster.csv --results ~/grades --student ada
  gridmark batch lab1-gpu-basics --roster roster.csv --results ~/grades --canvas export.csv
  gridmark batch lab0-warm-up lab1-gpu-basics --roster roster.csv --results ~/grades --moodle lab1-gpu-basics=sheet.csv
  gridmark batch lab1-gpu-basics --roster roster.csv --results /shared/grades --slurm --partition short
  gridmark batch lab1-gpu-basics --roster roster.csv --results /shared/grades --shard 2/8

gridmark grades the last commit that can still earn points. Without a policy, it grades the last commit. A folder that
is not a repository is graded as it is. If a batch stops, run the same command again. gridmark then skips submissions
that are already graded and have not changed.
In RESULTS/STUDENT/LAB/, report.html and log.txt are for the student. The files record.json, staff.html and
staff-log.txt name hidden tests, so only staff should read them. The same holds for class.html, gradebook.csv and
summary.json of the class. docs/batch.md explains a batch step by step.
Exit codes: 0 all graded, 1 some submissions were not graded (their rows give the reason), 2 the batch could not be
done, 64 wrong usage, 130 stopped (run the same command to continue).)";

/// Persons' points and decisions of one record, in another of the same lab.
schedule::Rescore rescorer(const std::vector<schedule::BatchLab>& labs) {
  return [&labs](const GradeRecord& persons, const GradeRecord& fresh) -> Result<GradeRecord> {
    for (const schedule::BatchLab& lab : labs) {
      if (lab.lab.name != fresh.lab) continue;
      GradeRecord decided = fresh;
      decided.reviews = persons.reviews;
      return pipeline::with_manual_points(decided, lab.rubric, persons.manual);
    }
    return fresh;
  };
}

/// The course's rubrics, where the record is by another.
schedule::ByCourse by_course(const std::vector<schedule::BatchLab>& labs) {
  return [&labs](const GradeRecord& record) -> Result<GradeRecord> {
    for (const schedule::BatchLab& lab : labs)
      if (lab.lab.name == record.lab && lab.rubric.fingerprint != record.fingerprints.rubric)
        return pipeline::rescore(record, lab.rubric).map([](pipeline::RescoredRecord rescored) {
          return std::move(rescored.record);
        });
    return record;
  };
}

/// An export of a learning platform, with the grades of `book` in it.
struct FilledExport {
  const char* platform;
  std::string file;
  report::FilledTable table;
};

Result<FilledExport> filled_canvas(const std::string& file, const ClassBook& book) {
  const auto rows = TRY(load::load_table(file));
  report::FilledTable table = TRY(report::fill_canvas(rows, book, file));
  return FilledExport{"canvas", file, std::move(table)};
}

Result<FilledExport> filled_moodle(const std::string& words, const ClassBook& book) {
  const Worksheet sheet = TRY(worksheet_of(words, book.labs));
  const auto rows = TRY(load::load_table(sheet.file));
  report::FilledTable table = TRY(report::fill_moodle(rows, book, sheet.lab, sheet.file));
  return FilledExport{"moodle", sheet.file, std::move(table)};
}

Result<std::vector<FilledExport>> filled_exports(const BatchOptions& options, const ClassBook& book) {
  std::vector<FilledExport> all;
  const auto add = [&](const std::vector<std::string>& exports, auto filled) -> Result<void> {
    for (const std::string& one : exports) {
      all.push_back(TRY(filled(one, book)));
    }
    return {};
  };
  TRY(add(options.canvas, filled_canvas));
  TRY(add(options.moodle, filled_moodle));
  return all;
}

/// What is wrong with an export is to be known before a class is graded for hours.
Result<void> check_exports(const BatchOptions& options, const schedule::BatchRequest& request) {
  ClassBook empty;
  for (const schedule::BatchLab& lab : request.labs) empty.labs.push_back(schedule::heading_of(lab));
  for (const Student& student : request.students)
    empty.students.push_back({student, std::vector<LabGrade>(request.labs.size())});
  return filled_exports(options, empty).map([](const auto&) {});
}

/// Each lies in the results, under the export's name.
Result<void> write_exports(const BatchOptions& options, const ClassBook& book) {
  const auto all = TRY(filled_exports(options, book));
  for (const FilledExport& one : all) {
    const fs::path target = fs::path(options.results) /
                            fmt::format("{}-{}", one.platform, fs::path(one.file).filename().string());
    TRY(system::write_file_atomically(target, one.table.text));
    fmt::print("{:<15} {}, {} grades\n", one.platform, target.string(), one.table.filled);
    for (const std::string& id : one.table.not_found)
      fmt::print(stderr, "gridmark: {} has no row for {}\n", report::printable(one.file),
                 report::printable(id));
  }
  return {};
}

/// For later calls; see kept_policy().
Result<void> keep_policy(const BatchOptions& options) {
  const fs::path kept = kept_policy(options.results), named = policy_file(options);
  std::error_code ignored;
  if (!options.students.empty()) return {};  // what holds for one is not the class's
  if (options.policy == "none") fs::remove(kept, ignored);
  if (named == kept)
    fmt::print(stderr, "gridmark: using the late policy of an earlier call: {}\n",
               report::printable(kept.string()));
  if (named.empty() || named == kept) return {};
  constexpr std::int64_t most_bytes = std::int64_t{1} << 20;  // it was read already
  return system::read_file(named, most_bytes).and_then([&](const std::string& text) {
    return system::write_file_atomically(kept, text);
  });
}

std::string lock_name(const schedule::Shard& shard) {
  return shard.count == 1 ? "" : fmt::format("{}-of-{}", shard.index, shard.count);
}

/// found  by this call; `book` is the whole class
int finish(const BatchOptions& options, const ClassBook& found, const ClassBook& book, bool stopped) {
  if (const auto written = schedule::write_class_pages(book, options.results); !written)
    return refuse(written.error());
  fmt::print("{}", report::print_batch_end(found));
  using enum ResultsFile;
  for (const ResultsFile file : {gradebook, class_page, summary, similarity})
    if (book.compared || file != similarity)
      fmt::print("{:<15} {}\n", name_of(file), results_file(options.results, file).string());
  if (const auto filled = write_exports(options, book); !filled) return refuse(filled.error());
  if (stopped) {
    fmt::print(stderr, "gridmark: stopped. All files are intact. Run the same command again to continue\n");
    return exit_stopped;
  }
  return report::all_graded(found) ? exit_passing : exit_errors;
}

/// The queue of this cluster, where it is to be used. Asked for before the first fetch: who is on the wrong
/// machine should not wait for that.
Result<std::unique_ptr<schedule::SlurmQueue>> wanted_queue(const BatchOptions& options,
                                                           const system::StopFlag& stop) {
  if (!options.slurm) return std::unique_ptr<schedule::SlurmQueue>();
  return schedule::open_slurm_queue(stop);
}

Result<void> run_on_slurm(const BatchOptions& options, const schedule::SlurmPlace& place,
                          const schedule::BatchContext& context, std::vector<schedule::PlanLine>& lines) {
  const auto installation = TRY(find_installation());
  std::vector<std::string> program{(installation.paths.build / "bin" / "gridmark").string()};
  system::outlive_the_terminal();
  return schedule::SlurmBatch({options.cluster, program, options.grader, options.task_seconds}, place,
                              context)
      .run(lines);
}

/// What a batch works with, once it has its folder.
struct BatchTools {
  schedule::Planner& planner;
  const schedule::ResultsFolder& results;
  const SimilarityPage& similarity;
  schedule::SlurmQueue* queue;  ///< nothing: on this machine
  ledger::Ledger& ledger;
  BatchProgress& progress;
  const schedule::BatchContext& context;
};

int run_planned(const BatchOptions& options, const schedule::BatchRequest& request, const BatchTools& tools) {
  const auto& [planner, results, similarity, queue, ledger, progress, context] = tools;
  schedule::Batch batch(request, planner, results, ledger, context);
  const double begin = context.clock.steady_seconds();
  std::vector<schedule::PlanLine> lines = batch.plan();
  progress.clear();
  if (lines.empty()) {
    fmt::print(stderr, "gridmark: stopped before anything was graded\n");
    return exit_stopped;
  }
  if (options.dry_run) {
    fmt::print("{}", report::print_plan(schedule::plan_rows(lines), "nothing was graded (--dry-run)"));
    return exit_passing;
  }
  const schedule::SlurmFolder folder(results.root());
  Result<void> ran;
  if (queue == nullptr)
    batch.run(lines);
  else
    ran = run_on_slurm(options, {*queue, folder, planner, results}, context, lines);
  progress.clear();
  ClassBook found = batch.settle(lines);
  // A page of one student would say nothing of the class.
  std::error_code ignored;
  found.compared = options.students.empty()
                       ? similarity.write(lines, planner, results.mirrors(), context.stop)
                       : fs::exists(results_file(options.results, ResultsFile::similarity), ignored);
  found.seconds = context.clock.steady_seconds() - begin;
  const auto book = schedule::note_batch(ledger, found, request.whole_class, occasion_now("batch"));
  if (!book) return refuse(book.error());
  const int code = finish(options, found, *book, context.stop.requested());
  return ran ? code : refuse(ran.error());
}

int run(const BatchOptions& options, const schedule::BatchRequest& request, const SimilarityPage& similarity,
        const system::StopFlag& stop) {
  const auto results =
      schedule::ResultsFolder::open(options.results, rescorer(request.labs), by_course(request.labs));
  if (!results) return refuse(results.error());
  const auto queue = wanted_queue(options, stop);
  if (!queue) return refuse(queue.error());
  const system::SystemClock clock;
  const auto lock =
      system::FolderLock::take(options.results, lock_name(request.shard),
                               fmt::format("{} since {}", system::own_process_words(), clock.utc_now()));
  if (!lock) return refuse(lock.error());
  auto ledger = ledger::Ledger::open(options.results);
  if (!ledger) return refuse(ledger.error());
  if (const auto kept = options.dry_run ? Result<void>() : keep_policy(options); !kept)
    return refuse(kept.error());
  const std::string now = clock.utc_now();
  schedule::RepositoryPasts pasts(*ledger, now);
  schedule::Planner planner({&request.labs,
                             request.policy,
                             options.branch,
                             options.working_tree,
                             results->mirrors(),
                             {.seconds = options.fetch_seconds},
                             parse_moment(now).value_or(0),
                             &pasts},
                            stop);
  BatchProgress progress(Terminal::detect(), clock);
  const schedule::BatchContext context{stop, clock,
                                       [&](const schedule::BatchStatus& status) { progress.show(status); },
                                       [&](const std::string& words) {
                                         progress.clear();
                                         fmt::print(stderr, "gridmark: {}\n", words);
                                       }};
  return run_planned(options, request,
                     {planner, *results, similarity, queue->get(), *ledger, progress, context});
}

void warn_of_look_alikes(const Roster& students) {
  for (const auto& [first, second] : look_alike_ids(students))
    fmt::print(
        stderr,
        "gridmark: the ids {} and {} differ only in capitals or in the form of their Unicode characters. "
        "Some file systems and learning platforms treat them as one student. Rename one of them\n",
        load::in_quotes(first), load::in_quotes(second));
}

int run_batch(const BatchOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  if (const auto hidden = system::require_out_of_sight(installation->paths); !hidden)
    return refuse(hidden.error());
  system::stop_on_signals(stop);
  const auto request = make_request(options, *installation, stop);
  if (!request) return refuse(request.error());
  if (const auto sound = check_exports(options, *request); !sound) return refuse(sound.error());
  const auto similarity = SimilarityPage::plan(options, request->labs);
  if (!similarity) return refuse(similarity.error());
  warn_of_look_alikes(request->students);
  // A user's session manager ends with the last login, which a client of Slurm is to outlive.
  if (!options.slurm) system::enter_user_scope();
  return run(options, *request, *similarity, stop);
}

}  // namespace

void add_batch_command(CLI::App& app, int& exit_code) {
  static BatchOptions options;
  CLI::App* command = app.add_subcommand("batch", "Grade a class, and write a gradebook and a class page");
  command->footer(batch_examples);
  add_options(*command, options);
  add_plain_option(*command);
  command->callback([&exit_code] { exit_code = run_batch(options); });
}

}  // namespace gridmark::cli

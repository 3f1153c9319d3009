// gridmark collect: a look at every repository, so that the course knows by itself who had handed in what,
// and when.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "grader/cli/batch_options.h"
#include "grader/cli/batch_progress.h"
#include "grader/cli/commands.h"
#include "grader/cli/occasion.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_pushes.h"
#include "grader/report/batch_printer.h"
#include "grader/schedule/hand_in_times.h"
#include "grader/schedule/plan_all.h"
#include "grader/system/folder_lock.h"

namespace gridmark::cli {
namespace {

constexpr int exit_not_all = 1;

struct CollectOptions {
  BatchOptions batch;
  std::string push_times;
  bool at_deadline = false;
};

constexpr const char* collect_examples = R"(
Examples:
  gridmark collect lab1-gpu-basics --roster roster.csv --policy late.json --results ~/grades
  gridmark collect lab1-gpu-basics --roster roster.csv --policy late.json --results ~/grades --at-deadline
  gridmark collect lab1-gpu-basics --roster roster.csv --results ~/grades --push-times pushes.csv

Each call is a look: gridmark fetches every repository into RESULTS, and notes in the ledger which commits are there.
It grades nothing. Students can choose the date of a commit, but a commit that a look did not find was handed in after
that look. `gridmark batch` reports dates that disagree with a look. A policy with "clock": "seen" uses the looks.
Use a timer to run this command after each deadline and its grace, or start it earlier with --at-deadline. The table
for --push-times has the columns student, commit and pushed, which the API of your host can provide.
Exit codes: 0 all repositories were reached, 1 some were not, 2 nothing could be done, 64 wrong usage, 130 stopped.)";

/// returns  false: stopped
bool wait_until(Moment moment, const system::StopFlag& stop) {
  const system::SystemClock clock;
  while (parse_moment(clock.utc_now()).value_or(moment) <= moment && !stop.requested())
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  return !stop.requested();
}

/// What is wrong with a submission is `gridmark batch`'s to say; here counts whether the repository was
/// reached.
report::PlanRow row_of(const schedule::PlannedJob& job) {
  const bool reached = job.state != GradeState::error;
  report::PlanRow row{job.student.id, job.lab->lab.name, reached ? "collected" : "error", job.why};
  if (!job.source.commit.empty()) row.why = job.source.commit.substr(0, 12) + " of " + job.source.committed;
  if (!job.source.commit.empty() && !job.source.late.empty()) row.why += "; " + job.source.late;
  return row;
}

Result<void> note_pushes(const CollectOptions& options, const schedule::BatchRequest& request,
                         ledger::Ledger& ledger) {
  if (options.push_times.empty()) return {};
  std::vector<std::string> ids;
  std::map<std::string, std::string> repositories;
  for (const Student& student : request.whole_class) {
    ids.push_back(student.id);
    repositories[student.id] = student.repository;
  }
  const auto pushes = TRY(load::load_pushes(options.push_times, ids));
  for (const load::Push& push : pushes)
    TRY(ledger.note_push(repositories[push.student], push.commit, moment_text(push.at)));
  return {};
}

Result<int> collect(const CollectOptions& options, const schedule::BatchRequest& request,
                    const system::StopFlag& stop) {
  const auto results = TRY(schedule::ResultsFolder::open(options.batch.results, {}));
  if (options.at_deadline && !wait_until(schedule::last_deadline(request.policy, request.labs), stop))
    return exit_stopped;
  const system::SystemClock clock;
  const std::string now = clock.utc_now();
  const auto lock = TRY(system::FolderLock::take(
      options.batch.results, "", fmt::format("{} since {}", system::own_process_words(), now)));
  auto ledger = TRY(ledger::Ledger::open(options.batch.results));
  TRY(note_pushes(options, request, ledger));
  schedule::RepositoryPasts pasts(ledger, now);
  schedule::Planner planner({&request.labs,
                             request.policy,
                             options.batch.branch,
                             false,
                             results.mirrors(),
                             {.seconds = options.batch.fetch_seconds},
                             parse_moment(now).value_or(0),
                             &pasts},
                            stop);
  BatchProgress progress(Terminal::detect(), clock);
  const schedule::BatchContext context{
      stop, clock, [&](const schedule::BatchStatus& status) { progress.show(status); }, {}};
  const auto planned = schedule::plan_all(request, planner, context);
  progress.clear();
  std::vector<report::PlanRow> rows;
  for (const auto& jobs : planned) std::transform(jobs.begin(), jobs.end(), std::back_inserter(rows), row_of);
  fmt::print("{}", report::print_plan(rows, "seen at " + now));
  if (stop.requested()) return exit_stopped;
  const bool all =
      std::none_of(rows.begin(), rows.end(), [](const auto& row) { return row.what == "error"; });
  return all ? exit_passing : exit_not_all;
}

int run_collect(const CollectOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  system::stop_on_signals(stop);
  const auto request = make_request(options.batch, *installation, stop);
  if (!request) return refuse(request.error());
  if (options.at_deadline && schedule::last_deadline(request->policy, request->labs) == 0)
    return refuse({Error::Source::usage, "--at-deadline",
                   "found no deadline for these labs. Use --policy to name a policy that has one"});
  const auto code = collect(options, *request, stop);
  return code ? *code : refuse(code.error());
}

}  // namespace

void add_collect_command(CLI::App& app, int& exit_code) {
  static CollectOptions options;
  CLI::App* command =
      app.add_subcommand("collect", "Fetch all repositories and note which commits are there now");
  command->footer(collect_examples);
  add_class_options(*command, options.batch);
  command->add_flag("--at-deadline", options.at_deadline,
                    "Wait for the last deadline of these labs and its grace");
  command
      ->add_option("--push-times", options.push_times,
                   "Use this table of the times when the host received each commit")
      ->type_name("CSV");
  command->callback([&exit_code] { exit_code = run_collect(options); });
}

}  // namespace gridmark::cli

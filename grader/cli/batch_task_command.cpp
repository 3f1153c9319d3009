// gridmark batch-task: what a task of a Slurm array calls. Not for people, so no help lists it.
#include "grader/cli/batch_task_command.h"

#include <fmt/format.h>

#include <cstdlib>

#include "grader/cli/exit_code.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/schedule/slurm_task.h"
#include "grader/system/environment.h"
#include "grader/system/folder_lock.h"

namespace gridmark::cli {
namespace {

struct TaskOptions {
  std::string chunk, scratch, grader;
};

/// A file's name that no other process of any node has.
std::string writer_name(const std::string& node) {
  std::string name =
      node + "-" + system::environment_variable("SLURM_JOB_ID", "0") + "-" + system::own_process_words();
  for (char& c : name)
    if (c == ' ' || c == '/') c = '-';
  return name;
}

int run_batch_task(const TaskOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  const std::string node =
      system::environment_variable("SLURMD_NODENAME", system::environment_variable("HOSTNAME", "node"));
  const std::string grader =
      options.grader.empty() ? (installation->paths.build / "bin" / "gridmark").string() : options.grader;
  const auto ran =
      schedule::run_task({options.chunk, options.scratch, node, writer_name(node), {{grader}}}, stop);
  if (!ran) {
    print_error(ran.error());
    return exit_not_graded;
  }
  if (stop.requested()) return exit_stopped;  // why is Slurm's word, and the last of the log
  fmt::print("{} graded, {} failed, {} not needed, on {}\n", ran->graded, ran->failed, ran->skipped, node);
  return exit_passing;
}

}  // namespace

void add_batch_task_command(CLI::App& app, int& exit_code) {
  static TaskOptions options;
  CLI::App* command =
      app.add_subcommand("batch-task", "Grade a chunk, as a task of a Slurm array")->group("");
  command->add_option("CHUNK", options.chunk, "RESULTS/.slurm/arrays/ARRAY/chunk-N")->required();
  command->add_option("--scratch", options.scratch, "A folder to grade in")->required();
  command->add_option("--grader", options.grader)->group("");
  command->callback([&exit_code] { exit_code = run_batch_task(options); });
}

}  // namespace gridmark::cli

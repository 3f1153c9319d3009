// gridmark doctor: what this machine can do, and what would make it do more.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/cli/timing_check.h"
#include "grader/pipeline/compile_for_cuda.h"
#include "grader/system/process.h"
#include "grader/system/sandbox.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

constexpr const char* doctor_examples = R"(
Examples:
  gridmark doctor                 check whether submissions can be graded here
  gridmark doctor --timing        also check whether timed items can be judged here (about 15 s)

Exit codes: 0 submissions can be graded here, 2 they cannot. With --timing, 1 means that timed items would be deferred.)";

void line(const std::string& subject, const std::string& state, const std::string& advice = "") {
  fmt::print("{:<10} {}\n", subject, state);
  if (!advice.empty()) fmt::print("{:<10} {}\n", "", advice);
}

void report_watchdog() {
  line("", "gridmark cannot make a control group, so it checks memory use every 10 ms instead of capping it");
  line("", "to allow a control group, try: sudo apt-get install dbus-user-session, and log in again");
}

/// True when a submission can be graded under isolation.
bool report_sandbox(const system::ProgramPaths& paths, const system::StopFlag& stop) {
  const Result<system::SandboxProbe> probe = system::probe_sandbox(paths.sandbox(), stop);
  if (!probe) {
    line("sandbox", probe.error().message);
    return false;
  }
  if (probe->mode == "none") {
    line("sandbox", "none: gridmark refuses submissions unless you use --trust-submission",
         probe->why_not_better);
    if (!probe->fix.empty()) line("", "try: " + probe->fix);
    return false;
  }
  const bool reduced = probe->mode == "landlock";
  line("sandbox",
       fmt::format("{}{}, memory and CPU time by {}", probe->mode, reduced ? " (reduced isolation)" : "",
                   probe->control),
       probe->why_not_better);
  if (!probe->fix.empty()) line("", "for full isolation, try: " + probe->fix);
  if (probe->control == "watchdog") report_watchdog();
  return true;
}

bool report_compiler(const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/g++", "--version"};
  const auto ran = system::run_process(request, stop);
  const bool works = ran && ran->exit_code == 0;
  line("compiler", works ? ran->output.substr(0, ran->output.find('\n')) : "g++ is missing",
       works ? "" : "try: apt-get install g++");
  return works;
}

bool report_toolkit(const system::ProgramPaths& paths) {
  const bool there = std::filesystem::exists(paths.toolkit() / "bin" / "gridmark-cc");
  line("emulated",
       there ? fmt::format("ready, {} threads", std::thread::hardware_concurrency())
             : "the toolkit is not built",
       there ? "" : "try: ./gridmark labs, which builds it");
  return there;
}

int check_machine(bool timing) {
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  if (const auto hidden = system::require_out_of_sight(installation->paths); !hidden) {
    print_error(hidden.error());
    return exit_not_graded;
  }
  system::enter_user_scope();
  const bool sandbox = report_sandbox(installation->paths, stop);
  const bool compiler = report_compiler(stop);
  const bool toolkit = report_toolkit(installation->paths);
  line("cuda", describe(pipeline::cuda_of_this_machine(installation->paths, stop)));
  if (!sandbox || !compiler || !toolkit) return exit_not_graded;
  return timing ? check_timing(installation->paths, stop) : exit_passing;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("doctor", "Check this machine: sandbox, compiler, devices");
  command->footer(doctor_examples);
  static bool timing = false;
  command->add_flag("--timing", timing,
                    "Also time the same work against itself, and measure the speed of the machine");
  command->callback([&exit_code] { exit_code = check_machine(timing); });
}

}  // namespace gridmark::cli

// gridmark debug LAB: the tests and the submission in one program, under gdb if asked.
#include <fmt/format.h>

#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/debug.h"
#include "grader/system/become.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct DebugOptions {
  std::string lab;
  std::string test;
  std::string submission;
  bool gdb = false;
};

constexpr const char* debug_examples = R"(
Examples:
  gridmark debug lab1-gpu-basics                              run all tests in this process
  gridmark debug lab1-gpu-basics MatmulTiled.OddSizes         run one test
  gridmark debug lab1-gpu-basics MatmulTiled.OddSizes --gdb   start gdb, then for example: break benchmark.cu:70, run

Your code runs here without a sandbox. This command gives no score.
Exit codes: those of the tests or of gdb, 2 could not build, 64 wrong usage.)";

/// The command line to run, as prepare_debug gives it.
Result<std::vector<std::string>> prepare(const DebugOptions& options) {
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  const Installation installation = TRY(find_installation());
  const Lab lab = TRY(load::load_lab(installation.course, options.lab));
  const Rubric rubric = TRY(load::load_rubric(lab.rubric, lab.name));
  const fs::path submission = options.submission.empty() ? lab.starter : fs::path(options.submission);
  return pipeline::prepare_debug({lab, rubric, submission, options.test, options.gdb}, installation.paths,
                                 stop);
}

int run_debug(const DebugOptions& options) {
  const auto ready = prepare(options);
  if (!ready) {
    print_error(ready.error());
    return ready.error().source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
  }
  print_error(system::become(*ready));
  return exit_not_graded;
}

}  // namespace

void add_debug_command(CLI::App& app, int& exit_code) {
  static DebugOptions options;
  CLI::App* command =
      app.add_subcommand("debug", "Run a lab's tests and your code in one process, for a debugger");
  command->footer(debug_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option("TEST", options.test,
                      "A test, a suite or an item of the rubric, with * as a wildcard (default: all)");
  command->add_option("--submission", options.submission, "The student's folder (default: starter/LAB)")
      ->type_name("DIR");
  command->add_flag("--gdb", options.gdb, "Start gdb with the program and its arguments");
  command->callback([&exit_code] { exit_code = run_debug(options); });
}

}  // namespace gridmark::cli

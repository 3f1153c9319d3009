// gridmark test LAB: the fast inner loop of a student.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "grader/cli/commands.h"
#include "grader/cli/device_option.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/run_tests.h"
#include "grader/report/test_run_printer.h"
#include "grader/system/clock.h"
#include "grader/system/save_watch.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

namespace fs = std::filesystem;

struct TestOptions {
  std::string lab;
  std::string submission;
  pipeline::TestChoice choice;
  bool list = false;
  bool watch = false;
  bool trust_submission = false;
  std::string device = "auto";
};

constexpr const char* test_examples = R"(
Examples:
  gridmark test lab1-gpu-basics                         run all announced tests
  gridmark test lab1-gpu-basics MatmulTiled.OddSizes    run one test
  gridmark test lab1-gpu-basics MatmulTiled             run a suite ('*.Zeros' works too)
  gridmark test lab1-gpu-basics tiled_correct           run the tests of an item of the rubric
  gridmark test lab1-gpu-basics MatmulTiled --watch     run again at every save, until Ctrl-C
  gridmark test lab1-gpu-basics --counted               also run the tests that count memory accesses
  gridmark test lab1-gpu-basics --list                  list the tests

This command gives no score. Tests that count memory accesses run only with --counted, or if you name them as TEST.
Exit codes: 0 all passed, 1 some failed or nothing was built, 2 could not run, 64 wrong usage, 130 stopped.)";

Result<pipeline::TestRequest> make_request(const TestOptions& options, const Installation& installation) {
  auto lab = TRY(load::load_lab(installation.course, options.lab));
  return load::load_rubric(lab.rubric, lab.name).map([&](const Rubric& rubric) {
    const fs::path submission = options.submission.empty() ? lab.starter : fs::path(options.submission);
    return pipeline::TestRequest{lab, rubric, submission, options.choice,
                                 options.trust_submission ? system::Trust::yes : system::Trust::no};
  });
}

int list(const pipeline::TestRequest& request, const Installation& installation,
         const system::StopFlag& stop) {
  pipeline::TestChoice choice = request.choice;
  choice.counted = true;
  const auto chosen = pipeline::tests_of(request.lab, request.rubric, choice.hidden, installation.paths, stop)
                          .and_then([&](const std::vector<TestEntry>& all) {
                            return pipeline::chosen_tests(all, request.rubric, choice);
                          });
  if (!chosen) return refuse(chosen.error());
  fmt::print("{}", report::print_test_list(*chosen, request.lab.name));
  return exit_passing;
}

bool all_passed(const TestRun& run) {
  const auto good = [](const auto& one) { return one.outcome == Outcome::passed; };
  return std::all_of(run.builds.begin(), run.builds.end(), good) &&
         std::all_of(run.tests.begin(), run.tests.end(), good);
}

class Loop {
 public:
  Loop(const pipeline::TestRequest& request, const Installation& installation, const system::StopFlag& stop)
      : request_(request), installation_(installation), stop_(stop) {}

  int once() {
    const Result<TestRun> run = pipeline::run_tests(
        request_,
        {installation_.paths, stop_, clock_, [&](const std::string& step) { progress_.show(step); }});
    progress_.clear();
    if (stop_.requested()) return stopped();
    if (!run) return refuse(run.error());
    fmt::print("{}", report::print_test_run(*run, {.colour = terminal_.colour, .width = terminal_.width}));
    std::fflush(stdout);
    return all_passed(*run) ? exit_passing : exit_below;
  }

  /// Until Ctrl-C; that is how it ends, so it is no failure.
  int at_every_save() {
    Result<system::SaveWatch> watch = system::SaveWatch::start(request_.submission, request_.lab.files);
    if (!watch) return refuse(watch.error());
    while (true) {
      if (terminal_.output_is_terminal) fmt::print("\x1b[H\x1b[2J\x1b[3J");
      if (const int code = once(); code == exit_wrong_usage || code == exit_stopped) return code;
      fmt::print("\nwaiting for a save in {} (Ctrl-C ends it)\n", request_.submission.string());
      std::fflush(stdout);
      if (!watch->wait(stop_)) return stopped();
    }
  }

 private:
  int stopped() const {
    fmt::print(stderr, "gridmark: stopped\n");
    return exit_stopped;
  }

  const pipeline::TestRequest& request_;
  const Installation& installation_;
  const system::StopFlag& stop_;
  const Terminal terminal_ = Terminal::detect();
  ProgressLine progress_{terminal_.errors_are_terminal};
  system::SystemClock clock_;
};

int run_test(const TestOptions& options) {
  static system::StopFlag stop;
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) return refuse(installation.error());
  auto request = make_request(options, *installation);
  if (!request) return refuse(request.error());
  if (options.list) return list(*request, *installation, stop);
  const auto choice = chosen_device(options.device, request->lab, installation->paths, stop);
  if (!choice) return refuse(choice.error());
  request->device = choice->device;
  request->gpus = choice->gpus;
  system::enter_user_scope();
  if (choice->compile_only)
    return show_compiled({request->lab, request->submission, request->trust}, installation->paths, stop);
  Loop loop(*request, *installation, stop);
  return options.watch ? loop.at_every_save() : loop.once();
}

}  // namespace

void add_test_command(CLI::App& app, int& exit_code) {
  static TestOptions options;
  CLI::App* command = app.add_subcommand("test", "Run a lab's tests on your files, without a score");
  command->footer(test_examples);
  command->add_option("LAB", options.lab, "The lab's name (`gridmark labs` lists them)")->required();
  command->add_option(
      "TEST", options.choice.wanted,
      "Tests, suites or items of the rubric, with * as a wildcard\n(default: all that do not count)");
  command->add_option("--submission", options.submission, "The student's folder (default: starter/LAB)")
      ->type_name("DIR");
  add_device_option(*command, options.device);
  command->add_flag("--watch", options.watch, "Run again when a file is saved");
  command->add_flag("--counted", options.choice.counted, "Also run the tests that count memory accesses");
  command->add_flag("--list", options.list, "Print the names of the tests and stop");
  command->add_flag("--hidden", options.choice.hidden, "For lab authors: also run the hidden tests");
  add_plain_option(*command);
  command->add_flag("--trust-submission", options.trust_submission,
                    "Run the submission even if no sandbox works");
  command->callback([&exit_code] { exit_code = run_test(options); });
}

}  // namespace gridmark::cli

// gridmark verify: does every submission whose verdict is known still get it?
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <thread>

#include "grader/cli/commands.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/core/nearest.h"
#include "grader/load/load_case.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/hostile_programs.h"
#include "grader/pipeline/verify.h"
#include "grader/report/verification_printer.h"
#include "grader/system/clock.h"
#include "grader/system/user_scope.h"

namespace gridmark {
namespace {

struct VerifyOptions {
  std::string lab;
  std::vector<std::string> cases;
  bool corpus = false;
  bool quick = false;
  int jobs = 0;
  int repeat = 1;
};

constexpr const char* examples = R"(
Examples:
  gridmark verify lab1-gpu-basics                     solution, starter, mutants, cheats and twins of one lab
  gridmark verify lab1-gpu-basics --case last-answer  one of them
  gridmark verify --corpus                            every lab, and every attack on the sandbox
  gridmark verify --corpus --quick                    the quick selection, right or wrong only
  gridmark verify lab1-gpu-basics --repeat 20         twenty grades of each must agree

A case is a folder: tests/submissions/README.md describes it, tests/submissions/cheats.md lists the cheats.
Exit codes: 0 all as they must be, 1 some are not, 2 could not verify, 64 wrong usage,
130 stopped.)";

using Requests = std::vector<VerifyRequest>;

bool wanted(const VerifyOptions& options, const SubmissionCase& example) {
  if (!options.cases.empty())
    return std::find(options.cases.begin(), options.cases.end(), example.name) != options.cases.end();
  return !options.quick || example.quick;
}

/// All cases of a lab.
Result<Requests> cases_of(const VerifyOptions& options, const Installation& installation,
                          const std::string& name) {
  const Result<Lab> lab = load_lab(installation.course, name);
  if (!lab) return tl::unexpected(lab.error());
  const Result<Rubric> rubric = load_rubric(lab->rubric, name);
  if (!rubric) return tl::unexpected(rubric.error());
  return load_cases(installation.paths.source, *rubric).map([&](const std::vector<SubmissionCase>& cases) {
    Requests requests;
    for (const SubmissionCase& example : cases)
      requests.push_back({*lab, *rubric, example, options.quick, options.repeat});
    return requests;
  });
}

std::optional<Error> unknown_case(const VerifyOptions& options, const Requests& all) {
  std::vector<std::string> there;
  for (const VerifyRequest& request : all) there.push_back(request.example.name);
  for (const std::string& name : options.cases)
    if (std::find(there.begin(), there.end(), name) == there.end())
      return Error{Error::Source::usage, "--case",
                   fmt::format("found no case \"{}\"{}", name, suggestion(name, there))};
  return std::nullopt;
}

Result<Requests> requests_of(const VerifyOptions& options, const Installation& installation) {
  const std::vector<std::string> labs =
      options.lab.empty() ? lab_names(installation.course) : std::vector{options.lab};
  Requests all;
  for (const std::string& name : labs) {
    Result<Requests> more = cases_of(options, installation, name);
    if (!more) return more;
    std::move(more->begin(), more->end(), std::back_inserter(all));
  }
  if (const auto error = unknown_case(options, all)) return tl::unexpected<Error>(*error);
  std::erase_if(all, [&](const VerifyRequest& request) { return !wanted(options, request.example); });
  return all;
}

int jobs_of(const VerifyOptions& options) {
  return options.jobs > 0 ? options.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

class Verification {
 public:
  Verification(const VerifyOptions& options, const Installation& installation, const StopFlag& stop)
      : options_(options), installation_(installation), stop_(stop) {}

  int run() {
    const Result<Requests> requests = requests_of(options_, installation_);
    if (!requests) return refuse(requests.error());
    enter_user_scope();
    progress_.show(fmt::format("0 of {}", requests->size()));
    verify_all(*requests, jobs_of(options_), {installation_.paths, stop_, clock_, {}},
               [&](const VerifiedCase& one) { tell(one, requests->size()); });
    if (options_.corpus && options_.cases.empty() && !stop_.requested())
      if (const auto attacked = attack(); !attacked) return refuse(attacked.error());
    progress_.clear();
    if (stop_.requested()) {
      fmt::print(stderr, "gridmark: stopped\n");
      return exit_stopped;
    }
    fmt::print("{}", print_closing(done_));
    return std::any_of(done_.begin(), done_.end(), [](const VerifiedCase& one) { return one.failed(); })
               ? exit_below
               : exit_passing;
  }

 private:
  Result<void> attack() {
    progress_.show("attacking the sandbox");
    return run_hostile_programs(installation_.paths, jobs_of(options_), stop_)
        .map([&](const std::vector<VerifiedCase>& attacks) {
          for (const VerifiedCase& one : attacks) tell(one, 0);
        });
  }

  void tell(const VerifiedCase& one, std::size_t total) {
    done_.push_back(one);
    progress_.clear();
    fmt::print("{}", print_case(one, {.colour = terminal_.colour, .width = terminal_.width}));
    std::fflush(stdout);
    if (total > 0) progress_.show(fmt::format("{} of {}", done_.size(), total));
  }

  int refuse(const Error& error) {
    progress_.clear();
    print_error(error);
    return error.source == Error::Source::usage ? exit_wrong_usage : exit_not_graded;
  }

  const VerifyOptions& options_;
  const Installation& installation_;
  const StopFlag& stop_;
  const SystemClock clock_;
  const Terminal terminal_ = Terminal::detect();
  ProgressLine progress_{terminal_.errors_are_terminal};
  std::vector<VerifiedCase> done_;
};

int run_verify(const VerifyOptions& options) {
  static StopFlag stop;  // signal handlers need it to the end of the process
  stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  enter_user_scope();
  return Verification(options, *installation, stop).run();
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  static VerifyOptions options;
  CLI::App* command =
      app.add_subcommand("verify", "Prove a lab: known submissions, honest and hostile, get their verdicts");
  command->footer(examples);
  command->add_option("LAB", options.lab, "The lab's name (default: every lab)");
  command->add_option("--case", options.cases, "This case only; may be repeated")->type_name("CASE");
  command->add_flag("--corpus", options.corpus,
                    "The attacks on the sandbox too, in every isolation there is");
  command->add_flag("--quick", options.quick, "The quick selection, right or wrong only");
  command->add_option("--jobs", options.jobs, "Grades at once (default: as many as there are processors)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  command->add_option("--repeat", options.repeat, "Grade each this often; all grades must agree")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->type_name("N");
  command->callback([&exit_code] { exit_code = run_verify(options); });
}

}  // namespace gridmark

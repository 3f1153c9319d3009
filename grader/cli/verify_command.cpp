// gridmark verify: is a lab proved, and does every submission whose verdict is known still get it?
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <thread>

#include "base/nearest.h"
#include "grader/cli/commands.h"
#include "grader/cli/device_option.h"
#include "grader/cli/installation.h"
#include "grader/cli/terminal.h"
#include "grader/load/load_case.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/hostile_programs.h"
#include "grader/pipeline/verify.h"
#include "grader/proofs/prove.h"
#include "grader/report/proof_printer.h"
#include "grader/report/verification_printer.h"
#include "grader/system/clock.h"
#include "grader/system/user_scope.h"

namespace gridmark::cli {
namespace {

struct VerifyOptions {
  std::vector<std::string> labs;
  std::vector<std::string> cases;
  std::vector<std::string> kinds;
  bool corpus = false;
  bool proofs = false;
  bool quick = false;
  bool json = false;
  bool mistakes = false;
  bool diff = false;
  int jobs = 0;
  int repeat = 1;
  std::string device = "emulated";
};

constexpr const char* verify_examples = R"(
Examples:
  gridmark verify lab1-gpu-basics                     run the lab's proofs, and grade every case
  gridmark verify lab1-gpu-basics --proofs            only the proofs and the mutants
  gridmark verify demo --quick                        only proofs that need no run, and quick cases
  gridmark verify lab0-warm-up lab1-gpu-basics --json check both, and print JSON for programs
  gridmark verify lab1-gpu-basics --case last-answer  only one case
  gridmark verify --corpus                            check every lab, and attack the sandbox
  gridmark verify lab1-gpu-basics --repeat 20         grade everything 20 times: all grades must agree
  gridmark verify --kind cheat --kind twin            only the cheats and the twins
  gridmark verify --corpus --kind hostile             only the attacks on the machine
  gridmark verify --mistakes --json >mistakes.json    the classic mistakes, for tests/submissions/teaching.py

The proofs check several things. The solution must earn every point, and the starter none. Every item of the rubric
must be reached by a test and lost by a mutant. Curves must not rise. The handout and the starter must match the
rubric and the solution. The tests must notice wrong replies. If a report advises a change of the source, the proof
makes this change, and the item must then earn its points.
A case is a submission whose verdict is known. It is a patch of the solution or a folder. For both, see
tests/submissions/README.md.
Exit codes: 0 all as expected, 1 something is not, 2 could not verify, 64 wrong usage, 130 stopped.)";

using Requests = std::vector<pipeline::VerifyRequest>;

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool wanted(const VerifyOptions& options, CaseKind kind) {
  return options.kinds.empty() || contains(options.kinds, name_of(kind));
}

/// The cases that are graded one by one; the proofs look at solution and starter themselves.
bool wanted(const VerifyOptions& options, const SubmissionCase& example) {
  if (!options.cases.empty()) return contains(options.cases, example.name);
  if (example.fault) return true;  // an unreadable case shows nothing
  if (!wanted(options, example.kind)) return false;
  if (options.mistakes && example.mistake.empty()) return false;
  if (options.quick) return example.quick;
  if (example.path.empty()) return false;
  return !options.proofs || example.kind == CaseKind::mutant;
}

/// A lab with all its cases.
Result<proofs::ProveRequest> read_lab(const VerifyOptions& options, const Installation& installation,
                                      const std::string& name, int jobs) {
  const auto lab = TRY(load::load_lab(installation.course, name));
  const auto rubric = TRY(load::load_rubric(lab.rubric, name));
  if (!std::filesystem::exists(installation.paths.checker(name)))
    return failure(
        Error::Source::toolchain, installation.paths.checker(name),
        fmt::format("{0} is not built yet. Run ./gridmark verify {0}, which builds it first", name));
  return proofs::ProveRequest{lab, rubric, load::load_cases(installation.paths.source, rubric), options.quick,
                              jobs};
}

std::optional<Error> unknown_case(const VerifyOptions& options,
                                  const std::vector<proofs::ProveRequest>& labs) {
  std::vector<std::string> there;
  for (const proofs::ProveRequest& lab : labs)
    for (const SubmissionCase& example : lab.cases) there.push_back(example.name);
  for (const std::string& name : options.cases)
    if (!contains(there, name))
      return Error{Error::Source::usage, "--case",
                   fmt::format("found no case \"{}\"{}", name, suggestion(name, there))};
  return std::nullopt;
}

Result<std::vector<proofs::ProveRequest>> read_labs(const VerifyOptions& options,
                                                    const Installation& installation, int jobs) {
  const std::vector<std::string> names =
      options.labs.empty() ? load::lab_names(installation.course) : options.labs;
  std::vector<proofs::ProveRequest> labs;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) continue;
    labs.push_back(TRY(read_lab(options, installation, name, jobs)));
  }
  if (const auto error = unknown_case(options, labs)) return tl::unexpected<Error>(*error);
  return labs;
}

/// Where one lab's cases are graded. Its proofs are about counts, so they are of the emulated device.
///
/// errors  as chosen_device; toolchain: there is nothing to run on
Result<DeviceChoice> device_for(const VerifyOptions& options, const Lab& lab,
                                const Installation& installation, const system::StopFlag& stop) {
  return chosen_device(options.device, lab, installation.paths, stop)
      .and_then([&](const DeviceChoice& choice) -> Result<DeviceChoice> {
        if (!choice.compile_only) return choice;
        return failure(Error::Source::toolchain, "--device cuda", "nothing was verified: " + choice.note);
      });
}

Result<Requests> cases_of(const VerifyOptions& options, const std::vector<proofs::ProveRequest>& labs,
                          const Installation& installation, const system::StopFlag& stop) {
  Requests requests;
  for (const proofs::ProveRequest& lab : labs) {
    const auto device = TRY(device_for(options, lab.lab, installation, stop));
    for (const SubmissionCase& example : lab.cases)
      if (wanted(options, example))
        requests.push_back(
            {lab.lab, lab.rubric, example, options.quick, options.repeat, device.device, device.gpus});
  }
  return requests;
}

int jobs_of(const VerifyOptions& options) {
  return options.jobs > 0 ? options.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

class Verification {
 public:
  Verification(const VerifyOptions& options, const Installation& installation, const system::StopFlag& stop)
      : options_(options), installation_(installation), stop_(stop) {}

  int run() {
    const auto labs = read_labs(options_, installation_, jobs_of(options_));
    if (!labs) return refuse(labs.error());
    const auto requests = cases_of(options_, *labs, installation_, stop_);
    if (!requests) return refuse(requests.error());
    if (requests->empty() && is_selection() && !attacks_wanted())
      return refuse({Error::Source::usage, options_.mistakes ? "--mistakes" : "--kind",
                     "found no case of this kind in these labs"});
    if (options_.cases.empty() && !is_selection()) prove(*labs);
    grade_cases(*requests);
    if (attacks_wanted() && !stop_.requested())
      if (const auto attacked = attack(); !attacked && !stop_.requested()) return refuse(attacked.error());
    progress_.clear();
    if (stop_.requested()) {
      fmt::print(stderr, "gridmark: stopped\n");
      return exit_stopped;
    }
    return close();
  }

 private:
  bool is_selection() const { return !options_.kinds.empty() || options_.mistakes; }

  bool attacks_wanted() const {
    return options_.corpus && options_.cases.empty() && wanted(options_, CaseKind::hostile);
  }

  void prove(const std::vector<proofs::ProveRequest>& labs) {
    for (const proofs::ProveRequest& lab : labs) {
      if (stop_.requested()) return;
      if (!options_.json) fmt::print("{}{}\n", proofs_.empty() ? "" : "\n", lab.lab.name);
      progress_.show("proving " + lab.lab.name);
      const pipeline::Context context{installation_.paths, stop_, clock_, [&](const std::string& step) {
                                        progress_.show(lab.lab.name + ": " + step);
                                      }};
      proofs::prove_lab(lab, context, [&](const Proof& proof) { tell(proof); });
    }
    progress_.clear();
    if (!options_.json && !proofs_.empty()) fmt::print("\n");
  }

  void grade_cases(const Requests& requests) {
    if (requests.empty() || stop_.requested()) return;
    progress_.show(fmt::format("0 of {} cases", requests.size()));
    pipeline::verify_all(requests, jobs_of(options_), {installation_.paths, stop_, clock_, {}},
                         [&](const VerifiedCase& one) { tell(one, requests.size()); });
  }

  Result<void> attack() {
    std::vector<VerifiedCase> attacks;
    for (int run = 1; run <= options_.repeat && !stop_.requested(); ++run) {
      progress_.show(fmt::format("attacking the sandbox: {} of {}", run, options_.repeat));
      auto ended = TRY(pipeline::run_hostile_programs(installation_.paths, jobs_of(options_), stop_));
      if (run == 1)
        attacks = std::move(ended);
      else
        pipeline::add_repetition(attacks, ended, run);
    }
    for (const VerifiedCase& one : attacks) tell(one, 0);
    return {};
  }

  void tell(const Proof& proof) {
    proofs_.push_back(proof);
    if (options_.json) return;
    progress_.clear();
    fmt::print("{}", report::print_proof(proof, {.colour = terminal_.colour, .width = terminal_.width}));
    std::fflush(stdout);
  }

  void tell(const VerifiedCase& one, std::size_t total) {
    done_.push_back(one);
    progress_.clear();
    if (!options_.json)
      fmt::print("{}", report::print_case(one, {.colour = terminal_.colour, .width = terminal_.width},
                                          options_.diff));
    std::fflush(stdout);
    if (total > 0) progress_.show(fmt::format("{} of {} cases", done_.size(), total));
  }

  int close() const {
    if (options_.json)
      fmt::print("{}", report::print_verification_json(done_, proofs_));
    else
      fmt::print("{}{}", done_.empty() ? "" : report::print_closing(done_),
                 report::print_proofs_closing(proofs_));
    const bool failed =
        std::any_of(done_.begin(), done_.end(), [](const VerifiedCase& one) { return one.failed(); }) ||
        std::any_of(proofs_.begin(), proofs_.end(), [](const Proof& proof) { return !proof.holds(); });
    return failed ? exit_below : exit_passing;
  }

  int refuse(const Error& error) {
    progress_.clear();
    return cli::refuse(error);
  }

  const VerifyOptions& options_;
  const Installation& installation_;
  const system::StopFlag& stop_;
  const system::SystemClock clock_;
  const Terminal terminal_ = Terminal::detect();
  ProgressLine progress_{terminal_.errors_are_terminal};
  std::vector<VerifiedCase> done_;
  std::vector<Proof> proofs_;
};

int run_verify(const VerifyOptions& options) {
  static system::StopFlag stop;  // signal handlers need it to the end of the process
  system::stop_on_signals(stop);
  const auto installation = find_installation();
  if (!installation) {
    print_error(installation.error());
    return exit_not_graded;
  }
  system::enter_user_scope();
  return Verification(options, *installation, stop).run();
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  static VerifyOptions options;
  CLI::App* command =
      app.add_subcommand("verify", "Prove a lab, and check that known submissions get their verdicts");
  command->footer(verify_examples);
  command->add_option("LAB", options.labs, "Names of labs (default: every lab)");
  CLI::Option* cases =
      command->add_option("--case", options.cases, "Grade only this case, without proofs (repeatable)");
  cases->type_name("CASE")->allow_extra_args(false);
  std::vector<std::string> known;
  for (const auto& [kind, name] : names(CaseKind{})) known.emplace_back(name);
  CLI::Option* kinds = command->add_option("--kind", options.kinds,
                                           "Grade only cases of this kind, without proofs (repeatable)");
  kinds->type_name("KIND")->check(CLI::IsMember(known))->allow_extra_args(false)->excludes(cases);
  CLI::Option* mistakes = command->add_flag("--mistakes", options.mistakes,
                                            "Grade only the classic mistakes of docs/teaching.md");
  mistakes->excludes(cases)->excludes(kinds);
  command->add_flag("--proofs", options.proofs, "Run only the proofs and the mutants")
      ->excludes(cases)
      ->excludes(kinds)
      ->excludes(mistakes);
  command->add_flag("--corpus", options.corpus,
                    "Also attack the sandbox, in every kind of isolation that works here");
  command->add_flag("--quick", options.quick,
                    "Skip proofs that need a run, and only check whether quick cases are right");
  command->add_flag("--json", options.json, "Print JSON for programs at the end");
  command->add_flag("--diff", options.diff, "Show the changes of every patch, not only of failed cases");
  add_plain_option(*command);
  add_device_option(*command, options.device);
  command
      ->add_option("--jobs", options.jobs, "Run this many grades at once (default: one for each processor)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  command
      ->add_option("--repeat", options.repeat,
                   "Measure, score and attack this many times. All grades must agree")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->type_name("N");
  command->callback([&exit_code] { exit_code = run_verify(options); });
}

}  // namespace gridmark::cli

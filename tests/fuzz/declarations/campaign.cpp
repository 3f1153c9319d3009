#include "tests/fuzz/declarations/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/load/load_lab.h"
#include "grader/system/files.h"
#include "tests/fuzz/declarations/grammar.h"
#include "tests/fuzz/declarations/kit_trial.h"
#include "tests/fuzz/declarations/must.h"
#include "tests/fuzz/declarations/replaced.h"
#include "tests/fuzz/declarations/trial.h"

namespace gridmark::declarations {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* fuzzed_lab = "lab1-gpu-basics";
constexpr std::size_t most_at_once = 100;  ///< most candidates in one program
constexpr int round_of_candidates = 1000;
constexpr int kinds = 7;  ///< kinds of work, in turn; kinds that change a variable have two turns
constexpr int checked_each = 50;
constexpr double long_session = 5;  ///< minutes

fs::path own_folder() { return fs::path(GRIDMARK_SOURCE_DIR) / "tests/fuzz/declarations"; }

std::string own_name(const Candidate& candidate) { return fmt::format("OWN{:07}", candidate.number); }

std::string calls_on_the_host(const std::vector<Candidate>& candidates) {
  std::string declared, called;
  for (const Candidate& candidate : candidates) {
    declared += fmt::format("void try_{}(unsigned long*, unsigned long);\n", own_name(candidate));
    called += fmt::format("  try_{}(scratch, forger);\n", own_name(candidate));
  }
  return fmt::format(
      "extern \"C\" {{\n{}void candidates(unsigned long* scratch, unsigned long forger) {{\n{}}}\n}}\n",
      declared, called);
}

std::string calls_in_a_kernel(const std::vector<Candidate>& candidates) {
  const std::string name = candidates.empty() ? "" : "fetch_" + own_name(candidates.front());
  if (name.empty()) return "extern \"C\" unsigned long fetch_bits(unsigned long) { return 0; }\n";
  return fmt::format(
      "extern \"C\" unsigned long {0}(unsigned long);\n"
      "extern \"C\" unsigned long fetch_bits(unsigned long at) {{ return {0}(at); }}\n",
      name);
}

/// emulation/meters.h, as a forger of meters would copy it.
std::string copied_meters(const system::ProgramPaths& paths) {
  const std::string text =
      system::read_file(paths.source / "emulation/meters.h", std::int64_t{1} << 20).value();
  return replaced(replaced(text, "#pragma once", ""), "namespace gridmark::emulation", "namespace copied");
}

compile::WorkerNames names_of_worker(const Lab& lab, const system::ProgramPaths& paths) {
  const Submission none;
  return must(compile::read_worker_names(
      compile::worker_names({lab, none, Device::emulated, Flavour::fast, paths, {}, {}})));
}

/// Takes the first ones. Each has a different target, so that none hides another.
std::vector<Candidate> take_apart(std::vector<Candidate>& all, std::size_t most) {
  std::vector<Candidate> taken;
  std::set<std::string> targets;
  std::vector<Candidate> left;
  for (Candidate& candidate : all)
    (taken.size() < most && targets.insert(candidate.target).second ? taken : left)
        .push_back(std::move(candidate));
  all = std::move(left);
  return taken;
}

class Campaign {
 public:
  Campaign(const Plan& plan, const system::ProgramPaths& paths)
      : plan_(plan),
        paths_(paths),
        folder_(must(system::TempFolder::make())),
        lab_(must(load::load_lab(load::course_folders(paths.source), fuzzed_lab))),
        grammar_(paths, plan.seed),
        judge_(lab_.permissions, names_of_worker(lab_, paths), folder_.path(), stop_),
        host_({fuzzed_lab,
               {own_folder() / "host/benchmark.cu"},
               copied_meters(paths),
               {"tiled_correct", "tiled_bytes"}},
              calls_on_the_host, judge_, paths, stop_),
        kernel_({fuzzed_lab, {own_folder() / "reader/benchmark.cu"}, "", {"tiled_bytes"}}, calls_in_a_kernel,
                judge_, paths, stop_) {}

  int run() {
    report();
    while (!stop_.requested() &&
           (judged_ < plan_.candidates || (seconds() < 60 * plan_.minutes && waiting() > 0))) {
      judge_some();
      report();
      try_some();
      report();
    }
    if (found_ > 0) return 1;
    const bool enough = judged_ >= plan_.candidates && (ran_ * 100 >= judged_ || plan_.only != 0);
    return enough ? 0 : 2;
  }

 private:
  std::size_t waiting() const {
    return calm_.size() + writing_.size() + calling_.size() + reading_.size() + split_.size();
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  void judge_some() {
    for (int i = 0; i < round_of_candidates && judged_ < plan_.candidates; ++i) {
      const Candidate candidate = grammar_.next();
      ++judged_;
      if (judged_ % checked_each == 0) check(candidate);
      const Judge::Says says = judge_.judge(candidate);
      ++said_[static_cast<std::size_t>(says)];
      if (says == Judge::Says::nothing) keep(candidate);
    }
  }

  /// Checks that the names in a form's object are where the compiler puts them.
  void check(const Candidate& candidate) {
    if (candidate.form.family == Family::strings && !judge_.is_as_compiled(candidate))
      throw std::runtime_error("the compiler makes something else of\n" + text_of(candidate));
  }

  void keep(const Candidate& candidate) {
    const bool reads = candidate.form.family == Family::readers;
    if (reads) grammar_.look_into(candidate.target);
    if (plan_.only != 0 && candidate.number != plan_.only) return forget({candidate});
    if (!objects_.insert(judge_.object_hash(candidate)).second) return forget({candidate});
    queue_of(candidate).push_back(candidate);
  }

  std::vector<Candidate>& queue_of(const Candidate& candidate) {
    if (candidate.exact) return reading_;
    if (candidate.form.use == Use::write) return writing_;
    return candidate.form.use == Use::call ? calling_ : calm_;
  }

  /// Works until this round's share of the time is used, each kind in turn.
  void try_some() {
    const double end = 60 * plan_.minutes * judged_ / plan_.candidates;
    for (int turn = 0; turn < kinds || (seconds() < end && waiting() > 0); ++turn) {
      if (turn % kinds == 0) try_linked(host_, calm_, most_at_once);
      if (turn % kinds == 1) try_linked(host_, writing_, 1);
      if (turn % kinds == 2) try_linked(host_, writing_, 1);
      if (turn % kinds == 3) try_linked(host_, calling_, acting_at_once_);
      if (turn % kinds == 4) try_linked(kernel_, reading_, 1);
      if (turn % kinds == 5) try_split();
      if (turn % kinds == 6 && plan_.minutes >= long_session) try_kit();
    }
  }

  void try_linked(Trial& trial, std::vector<Candidate>& queue, std::size_t most) {
    const std::vector<Candidate> some = take_apart(queue, most);
    const std::vector<Candidate> linked = trial.linked(some);
    if (linked.empty()) forget(some);
    linked_ += static_cast<int>(linked.size());
    try_group(trial, linked);
  }

  void forget(const std::vector<Candidate>& candidates) const {
    for (const Candidate& candidate : candidates) fs::remove(judge_.object(candidate));
  }

  /// A part of a group whose end differs from that of the bench alone.
  void try_split() {
    if (split_.empty()) return;
    const std::vector<Candidate> group = split_.back();
    split_.pop_back();
    try_group(host_, group);
  }

  void try_group(Trial& trial, const std::vector<Candidate>& group) {
    if (group.empty()) return;
    const Trial::Ends ends = trial.run(group);
    if (ends != Trial::Ends::as_alone && group.size() > 1) {
      acting_at_once_ = std::max(acting_at_once_ / 2, std::size_t{1});
      for (const bool first : {true, false}) split_.push_back(half_of(group, first));
      return;
    }
    if (&trial == &host_) acting_at_once_ = std::min(2 * acting_at_once_, most_at_once);
    ran_ += static_cast<int>(group.size());
    forget(group);
    if (ends == Trial::Ends::with_points) tell(group.front(), trial.whole_grade(group.front()));
  }

  void try_kit() {
    if (!kit_) kit_.emplace(paths_, plan_.seed, stop_);
    const auto found = kit_->has_more() ? kit_->try_next() : std::nullopt;
    if (!found) return;
    ++found_;
    fmt::print("\nFINDING {} after {:.0f} s: {}\n{}\n", found_, seconds(), found->name, found->text);
    std::fflush(stdout);
  }

  /// The object of a definition does not need a text's grade, because its text was never written.
  void tell(const Candidate& candidate, const WholeGrade& grade) {
    const bool confirmed = grade.points > Points(0) || candidate.form.family == Family::definitions;
    found_ += confirmed;
    fmt::print("\n{} after {:.0f} s and {} candidates: {} aims at {}\n{}\n",
               confirmed ? fmt::format("FINDING {}", found_) : "Not confirmed", seconds(), judged_,
               candidate.form.name, candidate.target, text_of(candidate));
    fmt::print("A grade of this text: {} points; {}\n", grade.points.value(), grade.why);
    fmt::print("Once more: fuzz_declarations --seed {} --only {}\n\n", plan_.seed, candidate.number);
    std::fflush(stdout);
  }

  void report() const {
    fmt::print(
        "{:.0f} s: {} candidates of seed {} ({} forms): {} refused by the compiler, {} by the rules; "
        "{} linked, {} ran in {} runs; {} wait; {} findings\n",
        seconds(), judged_, plan_.seed, judge_.compiled_forms(), said_[0], said_[1], linked_, ran_,
        host_.runs() + kernel_.runs(), waiting(), found_);
    std::fflush(stdout);
  }

  const Plan& plan_;
  const system::ProgramPaths& paths_;
  system::StopFlag stop_;
  system::TempFolder folder_;
  Lab lab_;
  Grammar grammar_;
  Judge judge_;
  Trial host_, kernel_;
  std::optional<KitTrial> kit_;  ///< only in long sessions, because each grade takes seconds
  Clock::time_point begin_ = Clock::now();
  std::set<std::size_t> objects_;  ///< hashes; a candidate that differs only in its text runs once
  std::vector<Candidate> calm_, writing_, calling_, reading_;
  std::vector<std::vector<Candidate>> split_;
  std::size_t acting_at_once_ = 8;
  std::array<int, 3> said_{};
  int judged_ = 0, linked_ = 0, ran_ = 0, found_ = 0;
};

}  // namespace

int run_campaign(const Plan& plan, const system::ProgramPaths& paths) { return Campaign(plan, paths).run(); }

}  // namespace gridmark::declarations

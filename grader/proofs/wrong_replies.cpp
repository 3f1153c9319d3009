#include "grader/proofs/wrong_replies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "grader/core/test_pattern.h"
#include "grader/score/selection.h"

namespace gridmark::proofs {
namespace {

/// Whether an item that takes its value from `test` has lost points.
bool costs_points(const Rubric& rubric, Device device, const std::string& test, const GradeRecord& record) {
  for (const Item* item : items_of(rubric)) {
    const Target* target = score::target_of(*item, device);
    if (target == nullptr || !matches(target->from, test)) continue;
    for (const ItemScore& score : record.items)
      if (score.id == item->id && score.verdict != Verdict::pass) return true;
  }
  return false;
}

/// Collects the results of the tests of all runs for one kind.
class Tally {
 public:
  Tally(const Rubric& rubric, Device device, const WrongReplyKind& kind)
      : rubric_(rubric), device_(device), kind_(kind) {}

  void add(const WrongReplyRun& run) {
    for (const TestResult& test : run.results.tests) {
      if (!test.replacement) continue;
      outputs_ = std::max(outputs_, test.replacement->outputs);
      if (!test.replacement->arrays.empty()) look_at(test, run.record);
    }
  }

  Proof proof() {
    Proof proof{rubric_.lab, "reply: " + kind_.name, "", {}, {}};
    for (const auto& [array, tests] : blind_)
      proof.complaints.push_back(
          fmt::format("{} holds {}, and {} {}: {}", array, kind_.words, fmt::join(tests, ", "),
                      tests.size() == 1 ? "passes" : "pass",
                      "check the reply, or give the reason why not with channel::tolerates(...)"));
    if (kind_.name == "stale" && outputs_ > 0 && seen_.empty())
      proof.complaints.emplace_back(
          "no operation is asked twice at one size: a submission that keeps its first answer would pass");
    proof.found = found();
    return proof;
  }

 private:
  void look_at(const TestResult& test, const GradeRecord& record) {
    seen_.insert(test.name);
    if (!test.replacement->tolerated.empty()) {
      reasons_.insert(test.replacement->tolerated);
      tolerant_.insert(test.name);
      return;
    }
    if (test.outcome != Outcome::passed || costs_points(rubric_, device_, test.name, record)) return;
    for (const std::string& array : test.replacement->arrays) blind_[array].push_back(test.name);
  }

  std::string found() const {
    if (outputs_ == 0) return "the lab's operations have no outputs";
    if (seen_.empty()) return fmt::format("no output can hold {}", kind_.words);
    std::set<std::string> blind;
    for (const auto& [array, tests] : blind_) blind.insert(tests.begin(), tests.end());
    std::string text = fmt::format("{}: {} test{} it, {}", kind_.words, seen_.size(),
                                   seen_.size() == 1 ? " sees" : "s see", noticed(blind.size()));
    if (!tolerant_.empty())
      text += fmt::format("; {} need not ({})", tolerant_.size(), fmt::join(reasons_, "; "));
    return text;
  }

  std::string noticed(std::size_t blind) const {
    const std::size_t notice = seen_.size() - blind - tolerant_.size();
    if (notice == seen_.size()) return seen_.size() == 1 ? "and notices" : "and all notice";
    return fmt::format("{} notice", notice);
  }

  const Rubric& rubric_;
  const Device device_;
  const WrongReplyKind& kind_;
  std::set<std::string> seen_, tolerant_, reasons_;
  std::map<std::string, std::vector<std::string>> blind_;  ///< array -> tests
  int outputs_ = 0;
};

}  // namespace

const std::vector<WrongReplyKind>& wrong_reply_kinds() {
  static const std::vector<WrongReplyKind> kinds{{"zeros", "zeros"},
                                                 {"input_copy", "a copy of an input"},
                                                 {"stale", "the answer before"},
                                                 {"unwritten", "the bytes from before the call"},
                                                 {"nan", "one NaN"},
                                                 {"half", "numbers of half precision"},
                                                 {"last_element", "a wrong last element"}};
  return kinds;
}

int most_outputs(const CheckerResults& results) {
  int most = 0;
  for (const TestResult& test : results.tests)
    if (test.replacement) most = std::max(most, test.replacement->outputs);
  return most;
}

Proof prove_wrong_reply(const Rubric& rubric, Device device, const WrongReplyKind& kind,
                        const std::vector<WrongReplyRun>& runs) {
  Tally tally(rubric, device, kind);
  for (const WrongReplyRun& run : runs) tally.add(run);
  return tally.proof();
}

}  // namespace gridmark::proofs

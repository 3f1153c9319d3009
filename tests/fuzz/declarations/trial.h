#pragma once
// Candidates that pass the rules, together with a submission that does no work: do they link, and do they
// earn points?
#include <functional>
#include <string>
#include <vector>

#include "tests/fuzz/declarations/bench.h"
#include "tests/fuzz/declarations/judge.h"
#include "tests/fuzz/declarations/whole_grade.h"

namespace gridmark::declarations {

std::vector<Candidate> half_of(const std::vector<Candidate>& all, bool first);

class Trial {
 public:
  /// call  the text of a file that calls these candidates, for the bench
  using Calls = std::function<std::string(const std::vector<Candidate>&)>;
  /// Throws if the bench alone earns points, or cannot be graded.
  Trial(const Workless& workless, Calls calls, Judge& judge, const system::ProgramPaths& paths,
        const system::StopFlag& stop);

  /// The candidates that link, all in one program.
  std::vector<Candidate> linked(std::vector<Candidate> candidates);
  enum class Ends { as_alone, otherwise, with_points };
  /// Links and runs them together.
  Ends run(const std::vector<Candidate>& candidates);
  /// The same in the usual way of a submission, which also compiles its text. returns  the points that it
  /// earned, or the reason for none
  WholeGrade whole_grade(const Candidate& candidate);
  int runs() const { return runs_; }

 private:
  std::string link(const std::vector<Candidate>& candidates);

  Workless workless_;
  Bench bench_;
  const system::ProgramPaths& paths_;
  const system::StopFlag& stop_;
  Calls calls_;
  Judge& judge_;
  std::string alone_;  ///< end of the bench alone
  int runs_ = 0;
};

}  // namespace gridmark::declarations

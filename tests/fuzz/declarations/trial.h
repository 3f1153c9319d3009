#pragma once
// Candidates that the rules let pass, beside a submission that does no work: do they link, and what do they
// earn?
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
  /// Throws where the bench earns points, or is not even graded, without any candidate.
  Trial(const Workless& workless, Calls calls, Judge& judge, const system::ProgramPaths& paths,
        const system::StopFlag& stop);

  /// Those that link, all in one program.
  std::vector<Candidate> linked(std::vector<Candidate> candidates);
  enum class Ends { as_alone, otherwise, with_points };
  /// Links and runs them together.
  Ends run(const std::vector<Candidate>& candidates);
  /// The same by the way of any submission: its text is compiled as well. returns  what it earned, or why
  /// nothing
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
  std::string alone_;  ///< how the bench ends by itself
  int runs_ = 0;
};

}  // namespace gridmark::declarations

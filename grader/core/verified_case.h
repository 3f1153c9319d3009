#pragma once
#include <string>
#include <vector>

#include "grader/core/points.h"
#include "grader/core/submission_case.h"

namespace gridmark {

/// What became of one case: a graded submission, or a program that attacked the sandbox.
struct VerifiedCase {
  std::string group;  ///< the lab; "sandbox" or "compile" for an attack on these
  std::string name;
  CaseKind kind = CaseKind::honest;
  std::string diff;  ///< what its patch changes in the solution; empty where it has none
  Points points;
  Points max_points;                    ///< 0 for what is not graded
  double seconds = 0;                   ///< wall time
  std::string skipped;                  ///< why it could not run here; empty where it ran
  std::vector<std::string> complaints;  ///< messages; none: it is as it must be

  bool failed() const { return !complaints.empty(); }
};

}  // namespace gridmark

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/fix.h"
#include "grader/core/points.h"
#include "grader/core/submission_case.h"

namespace gridmark {

/// An item that lost points, and why, as the report says it.
struct LostItem {
  std::string item;  ///< id
  std::string reason;
  std::optional<Place> place;
  std::string line;        ///< the source at `place`, "" where there is none
  std::vector<Fix> fixes;  ///< the advice; the case was graded once more with it
  bool stated = false;     ///< the case states what the reason has to say
};

/// What became of one case: a graded submission, or a program that attacked the sandbox.
struct VerifiedCase {
  std::string group;  ///< the lab; "sandbox" or "compile" for an attack on these
  std::string name;
  CaseKind kind = CaseKind::honest;
  std::string diff;  ///< what its patch changes in the solution; empty where it has none
  std::string why, mistake;
  MistakeTopic topic = MistakeTopic::indices;
  std::vector<LostItem> explanations;
  Points points;
  Points max_points;                    ///< 0 for what is not graded
  double seconds = 0;                   ///< wall time
  std::string skipped;                  ///< why it could not run here; empty where it ran
  std::vector<std::string> complaints;  ///< messages; none: it is as it must be

  bool failed() const { return !complaints.empty(); }
};

}  // namespace gridmark

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/fix.h"
#include "grader/core/points.h"
#include "grader/core/submission_case.h"

namespace gridmark {

/// An item that lost points, and the reason in the report.
struct LostItem {
  std::string item;  ///< id of the item
  std::string reason;
  std::optional<Place> place;
  std::string line;        ///< the source at `place`, or ""
  std::vector<Fix> fixes;  ///< the advice, with which the case was graded again
  bool stated = false;     ///< the case states which reason is expected
};

/// The result of one case: a graded submission, or a program that attacked the sandbox.
struct VerifiedCase {
  std::string group;  ///< the lab, or "sandbox" or "compile" for an attack on these
  std::string name;
  CaseKind kind = CaseKind::honest;
  std::string diff;  ///< the patch of the solution, or empty
  std::string why, mistake;
  MistakeTopic topic = MistakeTopic::indices;
  std::vector<LostItem> explanations;
  Points points;
  Points max_points;                    ///< 0 if the case is not graded
  double seconds = 0;                   ///< wall time
  std::string skipped;                  ///< why it could not run here, or empty
  std::vector<std::string> complaints;  ///< messages, none if the case passed

  bool failed() const { return !complaints.empty(); }
};

}  // namespace gridmark

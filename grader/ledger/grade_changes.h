#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/course_event.h"

namespace gridmark::ledger {

/// A kind of event, with whose it is where the grade itself says so.
struct GradeChange {
  EventKind kind;
  std::string author, reason;  ///< empty: those of the command that found it
};

/// What happened between two states of a grade; nothing: the same.
///
/// before  nothing: the grade is new
std::vector<GradeChange> grade_changes(const std::optional<LabGrade>& before, const LabGrade& now);

}  // namespace gridmark::ledger

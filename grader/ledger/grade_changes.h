#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/course_event.h"

namespace gridmark::ledger {

/// A kind of event, with its author if the grade itself names one.
struct GradeChange {
  EventKind kind;
  std::string author, reason;  ///< empty: those of the command that found it
};

/// The changes between two states of a grade. Empty if they are the same.
///
/// before  empty: the grade is new
std::vector<GradeChange> grade_changes(const std::optional<LabGrade>& before, const LabGrade& now);

}  // namespace gridmark::ledger

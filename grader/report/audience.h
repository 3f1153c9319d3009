#pragma once
// What of a record its reader may know.
#include "grader/core/enum_names.h"
#include "grader/core/grade_record.h"

namespace gridmark {

enum class Audience { student, staff };

constexpr auto names(Audience) {
  return EnumNames<Audience, 2>{{{Audience::student, "student"}, {Audience::staff, "staff"}}};
}

/// The record as `audience` may see it. Staff see all. For students no name, input or output of a hidden test
/// is left in it: such tests are gone, and a line that one of them decided says so in words of ours, with the
/// place in the student's own source. Points, verdicts and values stay as they are. A test of a record that
/// does not say whether it is hidden counts as hidden.
GradeRecord for_audience(const GradeRecord& record, Audience audience);

}  // namespace gridmark

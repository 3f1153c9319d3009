#pragma once
// What of a record its reader may know.
#include "base/enum_names.h"
#include "grader/core/grade_record.h"

namespace gridmark::report {

enum class Audience {
  student,                  ///< who may still hand in
  student_after_due,        ///< nobody of the class may hand in any more
  student_after_published,  ///< the grades are out
  staff
};

constexpr auto names(Audience) {
  using enum Audience;
  return EnumNames<Audience, 4>{{{student, "student"},
                                 {student_after_due, "student-after-due"},
                                 {student_after_published, "student-after-published"},
                                 {staff, "staff"}}};
}

/// May `audience` know of a test?
bool may_know(Audience audience, Visibility visibility);

/// The record as `audience` may see it. Staff see all. For students no name, input or output of a test that
/// they may not know of is left in it: such tests are gone, and an item that one of them decided says so in
/// words of ours, with the place in the student's own source. Points, verdicts and values stay as they are. A
/// test of a record that does not say whether it is hidden counts as hidden.
GradeRecord for_audience(const GradeRecord& record, Audience audience);

}  // namespace gridmark::report

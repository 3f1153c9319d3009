#pragma once
// The parts of a record that its reader may know.
#include "base/enum_names.h"
#include "grader/core/grade_record.h"

namespace gridmark::report {

enum class Audience {
  student,                  ///< can still hand in
  student_after_due,        ///< the deadline has passed for the complete class
  student_after_published,  ///< the grades are published
  staff
};

constexpr auto names(Audience) {
  using enum Audience;
  return EnumNames<Audience, 4>{{{student, "student"},
                                 {student_after_due, "student-after-due"},
                                 {student_after_published, "student-after-published"},
                                 {staff, "staff"}}};
}

/// True if `audience` may know of a test.
bool may_know(Audience audience, Visibility visibility);

/// The record as `audience` may see it. Staff see all. For students it contains no name, input or output of a
/// test that they may not know of. Such tests are removed. An item that one of them decided has a neutral
/// message instead, with the place in the student's source. Points, verdicts and values stay unchanged. If a
/// record does not state whether a test is hidden, it counts as hidden.
GradeRecord for_audience(const GradeRecord& record, Audience audience);

}  // namespace gridmark::report

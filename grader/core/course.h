#pragma once
// A course from course.json, and a student's total in it.
#include <string>
#include <vector>

#include "grader/core/lab_grade.h"

namespace gridmark {

enum class LabKind {
  core,     ///< counts towards passing
  extra,    ///< added only if the core alone passes
  practice  ///< counts for nothing
};

constexpr auto names(LabKind) {
  using enum LabKind;
  return EnumNames<LabKind, 3>{{{core, "core"}, {extra, "extra"}, {practice, "practice"}}};
}

struct CourseLab {
  std::string lab;
  Points points;  ///< of the course: the lab's own points are scaled to them
  LabKind kind = LabKind::core;
  friend bool operator==(const CourseLab&, const CourseLab&) = default;
};

struct Course {
  std::string title;
  Points pass_mark;    ///< core points needed to pass
  std::string policy;  ///< the late policy's file in the course's folder, empty if there is none
  std::vector<CourseLab> labs;
  friend bool operator==(const Course&, const Course&) = default;
};

enum class CourseStanding {
  passes,  ///< however the open points turn out
  open,    ///< depends on the open points
  fails    ///< even with all open points
};

constexpr auto names(CourseStanding) {
  using enum CourseStanding;
  return EnumNames<CourseStanding, 3>{{{passes, "passes"}, {open, "open"}, {fails, "fails"}}};
}

/// A student's course total as a range: open points count as nothing at one end and as all at the other.
struct CourseTotal {
  Points core, core_at_most;    ///< scaled to all core labs if some are excused
  Points total, total_at_most;  ///< with extra credit, which counts only if the core alone passes
  Points core_of;               ///< points of all core labs
  CourseStanding standing = CourseStanding::open;
  std::vector<std::string> open;  ///< labs whose points can still change
  friend bool operator==(const CourseTotal&, const CourseTotal&) = default;
};

/// grades  the student's grades of any labs in any order. A lab without a grade is open
CourseTotal course_total(const Course& course, const std::vector<LabGrade>& grades);

constexpr auto fields(const CourseLab*) {
  return std::tuple{
      field("lab", &CourseLab::lab, name_text), field("points", &CourseLab::points),
      field("kind", &CourseLab::kind, AnyOfType{},
            "core counts towards passing. extra is added for students who pass by the core. practice "
            "does not count. Absent: core",
            Presence::not_default)};
}

constexpr auto fields(const Course*) {
  return std::tuple{
      field("title", &Course::title, name_text), field("pass_mark", &Course::pass_mark),
      field("policy", &Course::policy, name_text,
            "the late policy's file, relative to the course's folder. Absent: none", Presence::not_default),
      field("labs", &Course::labs, Many<>{1, 100})};
}

}  // namespace gridmark

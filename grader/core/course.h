#pragma once
// A course as course.json describes it, and what a student has of it.
#include <string>
#include <vector>

#include "grader/core/lab_grade.h"

namespace gridmark {

enum class LabKind {
  core,     ///< counts towards passing
  extra,    ///< added for those who pass by the core alone
  practice  ///< counts nothing
};

constexpr auto names(LabKind) {
  using enum LabKind;
  return EnumNames<LabKind, 3>{{{core, "core"}, {extra, "extra"}, {practice, "practice"}}};
}

struct CourseLab {
  std::string lab;
  Points points;  ///< of the course; the lab's own are scaled to them
  LabKind kind = LabKind::core;
  friend bool operator==(const CourseLab&, const CourseLab&) = default;
};

struct Course {
  std::string title;
  Points pass_mark;    ///< of the core labs' points
  std::string policy;  ///< the late policy's file, from the course's folder; empty: none
  std::vector<CourseLab> labs;
  friend bool operator==(const Course&, const Course&) = default;
};

enum class CourseStanding {
  passes,  ///< whatever becomes of what is open
  open,    ///< depends on it
  fails    ///< even with all of it
};

constexpr auto names(CourseStanding) {
  using enum CourseStanding;
  return EnumNames<CourseStanding, 3>{{{passes, "passes"}, {open, "open"}, {fails, "fails"}}};
}

/// A student's course, as a range: what is open counts as nothing in the one and as all in the other.
struct CourseTotal {
  Points core, core_at_most;    ///< scaled to all core labs where some are excused
  Points total, total_at_most;  ///< with extra credit, which counts only where the core passes by itself
  Points core_of;               ///< all core labs' points
  CourseStanding standing = CourseStanding::open;
  std::vector<std::string> open;  ///< labs whose points can still change
  friend bool operator==(const CourseTotal&, const CourseTotal&) = default;
};

/// grades  of the student, of any labs in any order; one that is not there is open
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

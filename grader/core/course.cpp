#include "grader/core/course.h"

#include <algorithm>

namespace gridmark {
namespace {

/// Points of the course, as a range.
struct PointRange {
  double least = 0, most = 0;
};

const LabGrade* grade_of_lab(const std::vector<LabGrade>& grades, const std::string& lab) {
  const auto found =
      std::find_if(grades.begin(), grades.end(), [&](const LabGrade& one) { return one.lab == lab; });
  return found == grades.end() ? nullptr : &*found;
}

bool is_settled(const LabGrade* grade) { return grade != nullptr && grade->has_points() && grade->final(); }

/// A lab without points can still earn all of them, because a missing grade is never a zero.
PointRange range_of(const CourseLab& lab, const LabGrade* grade) {
  if (grade == nullptr || !grade->has_points() || grade->max_points <= Points(0))
    return {0, lab.points.value()};
  const double scale = lab.points.value() / grade->max_points.value();
  return {grade->counted().value() * scale, grade->counted_at_most().value() * scale};
}

CourseStanding standing_of(const CourseTotal& total, Points pass_mark) {
  if (total.core >= pass_mark) return CourseStanding::passes;
  return total.core_at_most >= pass_mark ? CourseStanding::open : CourseStanding::fails;
}

}  // namespace

CourseTotal course_total(const Course& course, const std::vector<LabGrade>& grades) {
  CourseTotal total;
  PointRange core, extra;
  double excused = 0;
  for (const CourseLab& lab : course.labs) {
    if (lab.kind == LabKind::practice) continue;
    if (lab.kind == LabKind::core) total.core_of += lab.points;
    const LabGrade* grade = grade_of_lab(grades, lab.lab);
    if (grade != nullptr && grade->adjusted.excused) {
      excused += lab.kind == LabKind::core ? lab.points.value() : 0;
      continue;
    }
    PointRange& sum = lab.kind == LabKind::core ? core : extra;
    const PointRange own = range_of(lab, grade);
    sum.least += own.least;
    sum.most += own.most;
    if (!is_settled(grade)) total.open.push_back(lab.lab);
  }
  const double all = total.core_of.value(), counting = all - excused;
  const double scale = counting > 0 ? all / counting : 0;
  total.core = Points(core.least * scale);
  total.core_at_most = Points(core.most * scale);
  total.standing = standing_of(total, course.pass_mark);
  total.total = total.core + (total.core >= course.pass_mark ? Points(extra.least) : Points(0));
  total.total_at_most =
      total.core_at_most + (total.core_at_most >= course.pass_mark ? Points(extra.most) : Points(0));
  return total;
}

}  // namespace gridmark

// A student's course as a range: certain points, open points, and the effect of extra credit.
#include "grader/core/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Course course{"C",
                    70,
                    "",
                    {{"warm-up", 0, LabKind::practice},
                     {"one", 60, LabKind::core},
                     {"two", 40, LabKind::core},
                     {"more", 10, LabKind::extra}}};

LabGrade graded(const std::string& lab, double points, double of, double at_most) {
  LabGrade grade;
  grade.lab = lab;
  grade.state = GradeState::graded;
  grade.has_record = true;
  grade.points = Points(points);
  grade.points_at_most = Points(at_most);
  grade.max_points = Points(of);
  return grade;
}
LabGrade graded(const std::string& lab, double points, double of) { return graded(lab, points, of, points); }

TEST(CourseTotals, ScaleEachLabToItsPoints) {
  const CourseTotal total =
      course_total(course, {graded("one", 10, 20), graded("two", 20, 20), graded("more", 0, 10)});
  EXPECT_EQ(total.core, Points(70));
  EXPECT_EQ(total.core_at_most, Points(70));
  EXPECT_EQ(total.standing, CourseStanding::passes);
  EXPECT_THAT(total.open, IsEmpty());
}

TEST(CourseTotals, WhatIsOpenIsARange) {
  const CourseTotal total = course_total(course, {graded("one", 30, 60, 45)});
  EXPECT_EQ(total.total, Points(30));
  EXPECT_EQ(total.total_at_most, Points(95));
  EXPECT_EQ(total.standing, CourseStanding::open);
  EXPECT_THAT(total.open, ElementsAre("one", "two", "more"));
}

TEST(CourseTotals, ExtraCreditNeverLiftsACoreBelowTheMark) {
  const CourseTotal below =
      course_total(course, {graded("one", 60, 60), graded("two", 9.99, 40), graded("more", 10, 10)});
  EXPECT_EQ(below.total, Points(69.99));
  EXPECT_EQ(below.total_at_most, Points(69.99));
  EXPECT_EQ(below.standing, CourseStanding::fails);
  const CourseTotal above =
      course_total(course, {graded("one", 60, 60), graded("two", 10, 40), graded("more", 10, 10)});
  EXPECT_EQ(above.total, Points(80));
  EXPECT_EQ(above.standing, CourseStanding::passes);
}

TEST(CourseTotals, LatenessAndAdjustmentsCount) {
  LabGrade late = graded("one", 60, 60);
  late.factor = 0.5;
  late.adjusted.bonus = Points(6);
  LabGrade overridden = graded("two", 0, 40);
  overridden.adjusted.points = Points(40);
  const CourseTotal total = course_total(course, {late, overridden});
  EXPECT_EQ(total.core, Points(76));
}

TEST(CourseTotals, AnExcusedLabLeavesTheOthersForTheWhole) {
  LabGrade excused;
  excused.lab = "two";
  excused.adjusted.excused = true;
  const CourseTotal total = course_total(course, {graded("one", 42, 60), excused, graded("more", 5, 10)});
  EXPECT_EQ(total.core, Points(70));
  EXPECT_EQ(total.total, Points(75));
  EXPECT_THAT(total.open, IsEmpty());
}

}  // namespace
}  // namespace gridmark

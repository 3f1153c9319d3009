#include "grader/pipeline/what_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "grader/pipeline/rescore.h"
#include "tests/pipeline/timed_sample.h"

namespace gridmark::pipeline {
namespace {

using testing::HasSubstr;

Curve steps(Curve::Better better, std::vector<Knot> knots) {
  return {Curve::Kind::steps, better, std::move(knots)};
}

const Curve sectors = steps(Curve::Better::lower, {{1.05, 1}, {2, 0.5}});

std::string complaint(const Curve& curve, double limit) {
  const auto now = with_limit(curve, limit);
  return now ? "no complaint" : message_of(now.error());
}

TEST(WithLimit, OtherLimitsKeepTheirRatioToSixDigits) {
  EXPECT_EQ(with_limit(sectors, 1.2).value(), steps(Curve::Better::lower, {{1.2, 1}, {2.28571, 0.5}}));
  EXPECT_EQ(with_limit(sectors, 1.05).value(), sectors);
  const Curve line{Curve::Kind::linear, Curve::Better::higher, {{4, 1}, {0, 0}}};
  EXPECT_EQ(with_limit(line, 3).value().knots, (std::vector<Knot>{{3, 1}, {0, 0}}));
}

TEST(WithLimit, FromZeroTheyKeepTheirDistance) {
  const Curve conflicts = steps(Curve::Better::lower, {{0, 1}, {8, 0.5}});
  EXPECT_EQ(with_limit(conflicts, 2).value().knots, (std::vector<Knot>{{2, 1}, {10, 0.5}}));
}

TEST(WithLimit, ZeroNeedsACurveOfOneKnot) {
  EXPECT_TRUE(with_limit(steps(Curve::Better::lower, {{3, 1}}), 0));
  EXPECT_THAT(complaint(sectors, 0),
              HasSubstr("found 0, expected 0.00105 to 1050, because the limit is 1.05 now"));
}

TEST(WithLimit, ALimitOutOfRangeIsRefused) {
  EXPECT_THAT(complaint(sectors, 2000), HasSubstr("--limit: found 2000"));
  EXPECT_THAT(complaint(sectors, -1), HasSubstr("expected 0.00105"));
  EXPECT_THAT(complaint(sectors, std::nan("")), HasSubstr("expected a number"));
  EXPECT_THAT(complaint(steps(Curve::Better::lower, {{0, 1}}), -1), HasSubstr("0 or more"));
}

// Six digits would make one limit of these two.
TEST(WithLimit, KnotsThatAreCloseStayApart) {
  const Curve close = steps(Curve::Better::lower, {{1, 1}, {1.0000001, 0.5}});
  const Curve now = with_limit(close, 2).value();
  EXPECT_LT(now.knots[0].limit, now.knots[1].limit);
}

TEST(WithLimit, OnlyThisTargetOfTheRubricChanges) {
  const Sample sample;
  Rubric expected = sample.rubric;
  expected.criteria[1].items[0].targets.at(Device::emulated).curve.knots = {{1.2, 1}, {2.28571, 0.5}};
  EXPECT_EQ(with_limit(sample.rubric, {"quick", Device::emulated, 1.2}).value(), expected);
}

TEST(WithLimit, AnItemWithoutALimitIsNamedWithTheReason) {
  Sample sample;
  const auto why = [&](const std::string& item, Device device) {
    return message_of(with_limit(sample.rubric, {item, device, 1.2}).error());
  };
  EXPECT_THAT(why("right", Device::emulated),
              HasSubstr("right: has no limit, because it is earned by tests"));
  EXPECT_THAT(why("quik", Device::emulated), HasSubstr("did you mean \"quick\"?"));
  EXPECT_THAT(why("quick", Device::cuda), HasSubstr("quick has no target for the cuda device"));
  sample.rubric.criteria[0].items[0].tests.clear();
  sample.rubric.criteria[0].items[0].manual = true;
  EXPECT_THAT(why("right", Device::emulated), HasSubstr("a person gives its points"));
}

LabGrade grade_with(const GradeRecord& record, double factor) {
  LabGrade grade;
  grade.has_record = true;
  grade.points = record.points;
  grade.points_at_most = record.points_at_most;
  grade.max_points = record.max_points;
  grade.passing = record.passing;
  grade.factor = factor;
  for (const ItemScore& item : record.items)
    grade.items.push_back({item.id, item.title, item.points, item.max_points, item.outcome, item.reason, ""});
  return grade;
}

TEST(WhatIfOfAClass, ShowsWhoMovesAfterLateness) {
  const Sample sample;
  const LimitChange change{"quick", Device::emulated, 1.5};
  const Rubric after = with_limit(sample.rubric, change).value();
  std::vector<WhatIfGrade> grades;
  for (const double value : {1.0, 1.5, 9.0}) {
    Sample one;
    one.results.measurements = {sample_bytes(value)};
    const GradeRecord record = one.graded().value(), now = rescore(record, after).value().record;
    Student student;
    student.id = "s" + std::to_string(grades.size());
    grades.push_back({student, grade_with(record, 0.5), grade_with(now, 0.5), value_of_item(now, "quick")});
  }
  const WhatIf what = what_if({"lab9", "Nine", 6, true, 0.7}, sample.rubric, after, change, grades);
  EXPECT_EQ(what.changing(), 1);
  EXPECT_EQ(what.students[1].before, Points(1.75));  // half of 2 + 1.5
  EXPECT_EQ(what.students[1].after, Points(3));      // half of 2 + 3 + 1, which needs it
  EXPECT_EQ(what.students[1].item_before, Points(1.5));
  EXPECT_EQ(what.students[1].item_after, Points(3));
  EXPECT_EQ(what.students[1].value, 1.5);
  EXPECT_FALSE(what.students[1].passing_before);
  EXPECT_TRUE(what.students[1].passing_after);
  EXPECT_EQ(what.before.passing, 1);
  EXPECT_EQ(what.after.passing, 2);
  EXPECT_DOUBLE_EQ(what.before.median, 1.75);
  EXPECT_DOUBLE_EQ(what.after.median, 3);
  EXPECT_EQ(what.measurement, "quick.bytes");
  EXPECT_EQ(what.curve_before.knots[0].limit, 1.05);
  EXPECT_EQ(what.curve_after.knots[0].limit, 1.5);
  EXPECT_EQ(what.max_points, Points(6));
  EXPECT_EQ(what.other_rubric, 0);
}

}  // namespace
}  // namespace gridmark::pipeline

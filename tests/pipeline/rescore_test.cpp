#include "grader/pipeline/rescore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/pipeline/review.h"
#include "tests/pipeline/timed_sample.h"

namespace gridmark::pipeline {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Rescore, TheSameRubricChangesNothing) {
  const Sample sample;
  const GradeRecord record = sample.graded().value();
  const auto again = rescore(record, sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record, record);
  EXPECT_FALSE(again->differs);
  EXPECT_THAT(again->changes, IsEmpty());
}

TEST(Rescore, AnotherLimitSaysWhoChangesByHowMuchAndWhy) {
  Sample sample;
  sample.results.measurements = {sample_bytes(1.5)};
  const GradeRecord record = sample.graded().value();
  ASSERT_EQ(record.points, Points(3.5));
  sample.rubric.criteria[1].items[0].targets.at(Device::emulated).curve.knots[0].limit = 1.5;
  const auto again = rescore(record, sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record.points, Points(6));  // and "extra", which needs it
  ASSERT_EQ(again->changes.size(), 2U);
  EXPECT_EQ(again->changes[0].id, "quick");
  EXPECT_EQ(again->changes[0].before, Points(1.5));
  EXPECT_EQ(again->changes[0].now, Points(3));
  EXPECT_EQ(again->changes[0].why, "quick.bytes 1.5; full points at 1.5, were at 1.05");
}

TEST(Rescore, AnotherWorthANewLineAndOneThatIsGone) {
  Sample sample;
  const GradeRecord record = sample.graded().value();
  sample.rubric.criteria[0].items[0].points = 4;
  sample.rubric.criteria[1].items[1] = {"fresh", "It is fresh", 2, {}, {"Extra.*"}, {}};
  const auto again = rescore(record, sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record.max_points, Points(9));
  ASSERT_EQ(again->changes.size(), 3U);
  EXPECT_THAT(again->changes[0].why, HasSubstr("worth 4 points, was 2"));
  EXPECT_EQ(again->changes[1].why, "is new");
  EXPECT_EQ(again->changes[2].why, "is no longer in the rubric");
}

TEST(Rescore, WhatWasNotMeasuredIsAnErrorNotAZero) {
  Sample sample;
  const GradeRecord record = sample.graded().value();
  sample.rubric.criteria[1].items[1].tests = {"Never.Ran"};
  EXPECT_FALSE(rescore(record, sample.rubric));
  sample.rubric = sample_rubric();
  sample.rubric.criteria[1].items[0].targets.at(Device::emulated).measurement = "quick.launches";
  EXPECT_FALSE(rescore(record, sample.rubric));
}

TEST(Rescore, AnotherLabsRubricIsRefused) {
  Sample sample;
  const GradeRecord record = sample.graded().value();
  sample.rubric.lab = "lab8";
  EXPECT_THAT(rescore(record, sample.rubric).error().message,
              HasSubstr("found a rubric of lab8, expected one of lab9"));
}

TEST(Rescore, WhatPersonsDecidedStays) {
  Sample sample;
  sample.results.tests[2].outcome = Outcome::review;
  const GradeRecord record =
      decide(sample.graded().value(), sample.rubric, {"quick", true, "ada", "", "x"}).value();
  sample.rubric.criteria[1].items[0].points = 5;
  const auto again = rescore(record, sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record.reviews, record.reviews);
  EXPECT_EQ(again->record.points, Points(8));
}

TEST(Rescore, APartialRunStaysPartial) {
  Sample sample;
  sample.facts.asked = {"right"};
  const GradeRecord record = sample.graded().value();
  const auto again = rescore(record, sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record, record);
}

TEST(Rescore, ADeferredLineStaysDeferred) {
  const TimedSample sample;
  const auto again = rescore(sample.deferred(), sample.rubric);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->record, sample.deferred());
}

// A decision about one item must not close another one that was deferred.
TEST(Rescore, AReviewOfARecordWithADeferredLineKeepsIt) {
  TimedSample sample;
  sample.results.tests[0].outcome = Outcome::review;
  const auto decided = decide(sample.deferred(), sample.rubric, {"right", true, "ada", "", "x"});
  ASSERT_TRUE(decided) << message_of(decided.error());
  EXPECT_EQ(decided->deferred.size(), 1U);
  EXPECT_EQ(decided->points_at_most, Points(6));
}

}  // namespace
}  // namespace gridmark::pipeline

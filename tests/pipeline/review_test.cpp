#include "grader/pipeline/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Suspicious : Sample {
  Suspicious() {
    results.tests[2].outcome = Outcome::review;  // Counted.Quick
    results.tests[2].reason = "counted 0 operations";
  }
  Result<GradeRecord> decided(const ReviewDecision& decision) const {
    return decide(graded().value(), rubric, decision);
  }
};

TEST(Review, WhatIsTooGoodToBeTrueWaitsAndIsWorthNothing) {
  const GradeRecord record = Suspicious().graded().value();
  EXPECT_EQ(find_score(record, "quick")->outcome, Outcome::review);
  EXPECT_EQ(find_score(record, "quick")->verdict, Verdict::inconclusive);
  EXPECT_EQ(find_score(record, "quick")->points, Points(0));
  EXPECT_EQ(record.points, Points(2));
}

TEST(Review, WhatWaitsIsListedWithItsEvidence) {
  const GradeRecord record = Suspicious().graded().value();
  const auto pending = pending_reviews(record);
  ASSERT_EQ(pending.size(), 1u);  // "extra" needs it, and waits with it
  EXPECT_EQ(pending[0].item->id, "quick");
  EXPECT_THAT(pending[0].evidence, ElementsAre("Counted.Quick: counted 0 operations"));
}

TEST(Review, AnAcceptedItemIsScoredByItsMeasurement) {
  Suspicious sample;
  sample.results.measurements[0].value = 1.5;  // half of the points
  const auto record = sample.decided({"quick", true, "ada", "2026-02-01T00:00:00Z", "it is honest"});
  ASSERT_TRUE(record);
  EXPECT_EQ(find_score(*record, "quick")->points, Points(1.5));
  EXPECT_EQ(record->points, Points(3.5));
  ASSERT_EQ(record->reviews.size(), 1u);
  EXPECT_EQ(record->reviews[0].by, "ada");
  EXPECT_THAT(pending_reviews(*record), ElementsAre());
}

TEST(Review, ARejectedItemStaysAtNothingAndSaysWhy) {
  const auto record = Suspicious().decided({"quick", false, "ada", "2026-02-01T00:00:00Z", "host work"});
  ASSERT_TRUE(record);
  EXPECT_EQ(find_score(*record, "quick")->outcome, Outcome::forbidden);
  EXPECT_EQ(find_score(*record, "quick")->points, Points(0));
  EXPECT_THAT(find_score(*record, "quick")->reason, HasSubstr("ada rejected it: host work"));
  EXPECT_THAT(pending_reviews(*record), ElementsAre());
}

TEST(Review, AWrongAnswerIsNotMendedByADecision) {
  Suspicious sample;
  sample.results.tests[0].outcome = Outcome::wrong_answer;
  const auto record = sample.graded().value();
  EXPECT_THAT(pending_reviews(record), ElementsAre());
  EXPECT_FALSE(decide(record, sample.rubric, {"quick", true, "ada", "", "x"}));
}

TEST(Review, AReportInDoubtIsListedAndDecided) {
  Sample sample;
  sample.rubric.criteria[0].items[0].tests.clear();
  sample.rubric.criteria[0].items[0].report = WrittenAspect::plots;
  sample.lab.report = WrittenPart{};
  sample.facts.written =
      WrittenFindings{true, {{WrittenAspect::plots, 1, 1, {}, {{"no point", {}}}, 1}}, {}, {}};
  const GradeRecord record = sample.graded().value();
  const auto pending = pending_reviews(record);
  ASSERT_EQ(pending.size(), 1u);
  EXPECT_EQ(pending[0].item->id, "right");
  EXPECT_THAT(pending[0].evidence, ElementsAre("no point"));
  const auto accepted = decide(record, sample.rubric, {"right", true, "ada", "", "I saw the plot"});
  ASSERT_TRUE(accepted) << message_of(accepted.error());
  EXPECT_EQ(find_score(*accepted, "right")->points, Points(2));
  EXPECT_THAT(pending_reviews(*accepted), ElementsAre());
}

TEST(Review, OnlyWhatWaitsCanBeDecided) {
  const auto wrong = Suspicious().decided({"right", true, "ada", "", "x"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().source, Error::Source::usage);
  EXPECT_THAT(wrong.error().message, HasSubstr("does not wait for review"));
}

TEST(Review, APartialRunStaysPartial) {
  Suspicious sample;
  sample.facts.asked = {"right", "quick"};
  const auto record = sample.decided({"quick", true, "ada", "", "x"});
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->complete);
  EXPECT_EQ(record->points, Points(5));
}

TEST(ManualPoints, AreEnteredAndReplacedWithoutARun) {
  Sample sample;
  Item analysis{"analysis", "It explains", 2, {}, {}, {}};
  analysis.manual = true;
  sample.rubric.criteria.push_back({"report", "The report", {analysis}});
  sample.facts.asked.emplace_back("analysis");
  const GradeRecord record = sample.graded().value();
  const auto first = with_manual_points(record, sample.rubric, {{"any", "analysis", 1, "ada", ""}});
  ASSERT_TRUE(first) << message_of(first.error());
  EXPECT_EQ(first->points, record.points + Points(1));
  EXPECT_EQ(first->points_at_most, first->points);
  EXPECT_EQ(first->manual.at(0).submission, "mine");
  const auto second = with_manual_points(*first, sample.rubric, {{"any", "analysis", 2, "bob", ""}});
  EXPECT_EQ(second->points, record.points + Points(2));
  EXPECT_EQ(second->manual.size(), 1u);
}

}  // namespace
}  // namespace gridmark::pipeline

#include "grader/pipeline/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/pipeline/timed_sample.h"

namespace gridmark::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string complaint(const GradeRecord& earlier, const GradeRecord& later, const Rubric& rubric) {
  const auto merged = merge(earlier, later, rubric);
  return merged ? "no complaint" : merged.error().message;
}

TEST(Merge, ADeferredItemIsOpenAndSoIsWhatNeedsIt) {
  const GradeRecord record = TimedSample().deferred();
  EXPECT_EQ(record.points, Points(2));
  EXPECT_EQ(record.points_at_most, Points(6));
  EXPECT_EQ(find_score(record, "quick")->open, Points(3));
  EXPECT_EQ(find_score(record, "extra")->open, Points(1));
}

TEST(Merge, ALaterRunSettlesWhatWasDeferred) {
  const TimedSample sample;
  const auto merged = merge(sample.deferred(), sample.elsewhere(2.1, 2.3).graded().value(), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(merged->record.points, Points(6));
  EXPECT_EQ(merged->record.points_at_most, Points(6));
  EXPECT_THAT(merged->record.deferred, IsEmpty());
  EXPECT_EQ(find_score(merged->record, "quick")->verdict, Verdict::pass);
  ASSERT_EQ(merged->items.size(), 2U);
  EXPECT_TRUE(merged->items[0].settled);
  EXPECT_EQ(merged->items[0].words, "rowan (bbbbbbbbbbbb), emulated device, 2026-02-01T00:59:00Z");
}

TEST(Merge, EveryItemKnowsItsRun) {
  const TimedSample sample;
  const GradeRecord merged =
      merge(sample.deferred(), sample.elsewhere(2.1, 2.3).graded().value(), sample.rubric)->record;
  ASSERT_EQ(merged.runs.size(), 2U);
  EXPECT_EQ(merged.runs[1].host, "rowan");
  EXPECT_EQ(find_score(merged, "right")->run, 0);
  EXPECT_EQ(find_score(merged, "quick")->run, 1);
  EXPECT_EQ(merged.measurements.at(0).run, 1);
  EXPECT_EQ(merged.started, sample.deferred().started);
}

TEST(Merge, ASlowSubmissionIsSettledToo) {
  const TimedSample sample;
  const auto merged = merge(sample.deferred(), sample.elsewhere(1.0, 1.1).graded().value(), sample.rubric);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->record.points, Points(2));
  EXPECT_EQ(merged->record.points_at_most, Points(2));
  EXPECT_EQ(find_score(merged->record, "quick")->verdict, Verdict::fail);
}

TEST(Merge, AWrongTimedAnswerThereIsAVerdict) {
  const TimedSample sample;
  TimedSample wrong = sample.elsewhere(2.1, 2.3);
  wrong.results.measurements.clear();
  wrong.results.tests[2].outcome = Outcome::wrong_answer;
  wrong.results.tests[2].reason = "in a timed call: out[3] is 0";
  const auto merged = merge(sample.deferred(), wrong.graded().value(), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(find_score(merged->record, "quick")->outcome, Outcome::wrong_answer);
  EXPECT_EQ(find_score(merged->record, "quick")->run, 1);
}

TEST(Merge, WhatIsOpenThereTooKeepsItsRange) {
  const TimedSample sample;
  const auto merged = merge(sample.deferred(), sample.elsewhere(1.8, 2.2).graded().value(), sample.rubric);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->record.points, Points(2));
  EXPECT_EQ(merged->record.points_at_most, Points(6));
  EXPECT_FALSE(merged->items.at(0).settled);
  EXPECT_THAT(merged->items.at(0).words,
              HasSubstr("could not settle it either: quick.speed lies between 1.8 and 2.2"));
  EXPECT_EQ(merged->record, sample.deferred());
}

TEST(Merge, WhatWasSettledStaysWhateverALaterRunSays) {
  const TimedSample sample;
  const GradeRecord settled = sample.elsewhere(1.6, 1.9).graded().value();
  TimedSample better = sample.elsewhere(2.5, 2.7);
  better.facts.runs[0].host = "oak";
  const auto merged = merge(settled, better.graded().value(), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(merged->record, settled);
  EXPECT_THAT(merged->items, IsEmpty());
}

TEST(Merge, APartialRunIsEnough) {
  const TimedSample sample;
  TimedSample only = sample.elsewhere(2.1, 2.3);
  only.facts.asked = {"quick"};
  const auto merged = merge(sample.deferred(), only.graded().value(), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(merged->record.points, Points(6));
  EXPECT_TRUE(merged->record.complete);
}

TEST(Merge, RefusalsNameEverythingThatDiffers) {
  const TimedSample sample;
  GradeRecord other = sample.elsewhere(2.1, 2.3).graded().value();
  other.fingerprints.submission = sha256("other files");
  other.version = "9";
  const std::string said = complaint(sample.deferred(), other, sample.rubric);
  EXPECT_THAT(said, HasSubstr("gridmark's version: 0.1.0 and 9"));
  EXPECT_THAT(said,
              HasSubstr("the submission's files: sha256 " + sha256("files").substr(0, 12) + " and sha256 "));
  EXPECT_THAT(said, Not(HasSubstr("the lab's tests")));
  for (std::string Fingerprints::*part :
       {&Fingerprints::submission, &Fingerprints::lab, &Fingerprints::rubric}) {
    GradeRecord changed = sample.elsewhere(2.1, 2.3).graded().value();
    changed.fingerprints.*part = sha256("something else");
    EXPECT_THAT(differences_in_kind(sample.deferred(), changed).size(), 1U);
  }
}

TEST(Merge, RecordsOfAnOlderGridmarkAreNotTakenOnTrust) {
  const TimedSample sample;
  GradeRecord old = sample.elsewhere(2.1, 2.3).graded().value();
  old.fingerprints = {};
  EXPECT_THAT(complaint(sample.deferred(), old, sample.rubric), HasSubstr("none, from an older gridmark"));
}

TEST(Merge, ARecordIsNotMergedWithItself) {
  const TimedSample sample;
  EXPECT_THAT(complaint(sample.deferred(), sample.deferred(), sample.rubric), HasSubstr("is the same run"));
}

TEST(Merge, TheRubricMustBeTheirs) {
  const TimedSample sample;
  Rubric changed = sample.rubric;
  changed.fingerprint = sha256("a new rubric");
  EXPECT_THAT(complaint(sample.deferred(), sample.elsewhere(2.1, 2.3).graded().value(), changed),
              HasSubstr("Give the old one with --rubric"));
}

TEST(Merge, ASuspiciousTestThereWaitsForAPerson) {
  const TimedSample sample;
  TimedSample odd = sample.elsewhere(2.1, 2.3);
  odd.results.tests[2].outcome = Outcome::review;
  const auto merged = merge(sample.deferred(), odd.graded().value(), sample.rubric);
  ASSERT_TRUE(merged);
  EXPECT_THAT(merged->items.at(0).words, HasSubstr("waits for review"));
  EXPECT_EQ(merged->record.points, Points(2));
}

GradeRecord decided(TimedSample sample, bool accepted) {
  sample.results.tests[2].outcome = Outcome::review;
  sample.facts.reviews = {{"quick", accepted, "a tutor", "2026-02-01T09:00:00Z", "both were looked at"}};
  return sample.graded().value();
}

TEST(Merge, WhatAPersonAcceptedThereIsAccepted) {
  const TimedSample sample;
  const auto merged = merge(sample.deferred(), decided(sample.elsewhere(2.1, 2.3), true), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(find_score(merged->record, "quick")->verdict, Verdict::pass);
  EXPECT_EQ(merged->record.points, Points(6));
  EXPECT_EQ(merged->record.reviews.size(), 1U);
}

// A decision is about the evidence of one run. It does not accept another run's.
TEST(Merge, WhatAPersonRejectedThereIsNotAcceptedByAnEarlierDecision) {
  const TimedSample sample;
  GradeRecord earlier = sample.deferred();
  earlier.reviews = {{"quick", true, "a tutor", "2026-01-31T12:00:00Z", "the first run is honest"}};
  const auto merged = merge(earlier, decided(sample.elsewhere(2.1, 2.3), false), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(find_score(merged->record, "quick")->points, Points(0));
  ASSERT_EQ(merged->record.reviews.size(), 1U);
  EXPECT_FALSE(merged->record.reviews[0].accepted);
}

// A record may come from any source.
TEST(Merge, ALineThatNoRubricHasIsLetGo) {
  const TimedSample sample;
  GradeRecord odd = sample.deferred();
  odd.items.push_back(*find_score(odd, "quick"));
  odd.items.back().id = "no_such_line";
  const auto merged = merge(odd, sample.elsewhere(2.1, 2.3).graded().value(), sample.rubric);
  ASSERT_TRUE(merged) << message_of(merged.error());
  EXPECT_EQ(merged->items.size(), 2U);
}

}  // namespace
}  // namespace gridmark::pipeline

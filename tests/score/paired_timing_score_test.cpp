#include "grader/score/paired_timing_score.h"

#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark::score {
namespace {

const Curve steps{Curve::Kind::steps, Curve::Better::higher, {{2, 1}, {1.5, 0.5}}};

PairedTimingFacts between(double low, double high) {
  PairedTimingFacts paired_timing;
  paired_timing.low = low;
  paired_timing.high = high;
  paired_timing.settled = true;
  paired_timing.processes.resize(5);
  return paired_timing;
}

TEST(PairedTimingScore, TheLowEndEarns) {
  EXPECT_EQ(score_paired_timing(between(2, 2.4), steps, 4).points, Points(4));
  EXPECT_EQ(score_paired_timing(between(2, 2.4), steps, 4).verdict, Verdict::pass);
  EXPECT_EQ(score_paired_timing(between(1.6, 1.9), steps, 4).points, Points(2));
  EXPECT_EQ(score_paired_timing(between(1.6, 1.9), steps, 4).verdict, Verdict::fail);
}

TEST(PairedTimingScore, AnIntervalThatSpansALimitIsInconclusive) {
  const PairedTimingScore score = score_paired_timing(between(1.6, 2.1), steps, 4);
  EXPECT_EQ(score.verdict, Verdict::inconclusive);
  EXPECT_EQ(score.points, Points(2));
  EXPECT_EQ(score.at_most, Points(4));
}

/// The sample with its measured item as a paired timing.
struct TimedSample : Sample {
  TimedSample() {
    Target& target = rubric.criteria[1].items[0].targets.at(Device::emulated);
    target = {"quick.speed", "Counted.Quick", Flavour::fast, "ratio", steps, 10};
    results.measurements = {timed(2.5, 2.2, 2.8)};
  }
  static Measurement timed(double value, double low, double high) {
    Measurement seen{
        "quick.speed",       value, "ratio", Device::emulated, Flavour::fast, Provenance::measured,
        "2.5 times as fast", {},    {}};
    seen.paired_timing = between(low, high);
    return seen;
  }
};

TEST(TimedItem, APairedTimingThatClearsTheLimitEarnsAll) {
  const ItemScore item = TimedSample().item("quick");
  EXPECT_EQ(item.points, Points(3));
  EXPECT_EQ(item.verdict, Verdict::pass);
  EXPECT_EQ(item.measurements.at(0).threshold, 2);
  EXPECT_EQ(item.reason, "");
}

TEST(TimedItem, TheSamplesStandInTheRecordOnce) {
  const GradeRecord record = TimedSample().graded().value();
  EXPECT_EQ(record.measurements.at(0).paired_timing->processes.size(), 5U);
  EXPECT_EQ(record.items.at(1).measurements.at(0).paired_timing->processes.size(), 0U);
}

TEST(TimedItem, AnUnsettledPairedTimingIsInconclusiveAndSaysWhatAQuieterRunMayEarn) {
  TimedSample sample;
  sample.results.measurements = {TimedSample::timed(1.9, 1.6, 2.2)};
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.points, Points(1.5));
  EXPECT_EQ(item.verdict, Verdict::inconclusive);
  EXPECT_EQ(item.outcome, Outcome::deferred);
  EXPECT_NE(item.reason.find("lies between 1.6 and 2.2"), std::string::npos) << item.reason;
  EXPECT_NE(item.reason.find("may earn up to 3 points"), std::string::npos) << item.reason;
}

TEST(TimedItem, ASlowSubmissionFailsWithTheGoal) {
  TimedSample sample;
  sample.results.measurements = {TimedSample::timed(1.1, 1.0, 1.2)};
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.points, Points(0));
  EXPECT_EQ(item.verdict, Verdict::fail);
  EXPECT_NE(item.reason.find("2 or more earns all 3 points"), std::string::npos) << item.reason;
}

TEST(TimedItem, WhatTheMachineCouldNotTimeIsDeferredNotFailed) {
  TimedSample sample;
  sample.results.measurements = {};
  sample.results.deferred = {{"quick.speed", "this machine is too restless"}};
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.outcome, Outcome::deferred);
  EXPECT_EQ(item.verdict, Verdict::inconclusive);
  EXPECT_EQ(item.points, Points(0));
  EXPECT_NE(item.reason.find("too restless. A grade on a quieter machine may earn up to 3 points"),
            std::string::npos)
      << item.reason;
}

// Otherwise a checker could turn a counted item into one that is never decided.
TEST(TimedItem, OnlyAPairedTimingCanBeDeferred) {
  Sample sample;
  sample.results.measurements = {};
  sample.results.deferred = {{"quick.bytes", "why not"}};
  EXPECT_NE(sample.complaint().find("no such measurement"), std::string::npos) << sample.complaint();
}

TEST(TimedItem, ATargetWithAPairedTimingTakesNoOtherNumber) {
  TimedSample sample;
  sample.results.measurements[0].paired_timing.reset();
  EXPECT_NE(sample.complaint().find("found no paired timing"), std::string::npos) << sample.complaint();
}

}  // namespace
}  // namespace gridmark::score

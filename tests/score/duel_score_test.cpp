#include "grader/score/duel_score.h"

#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark {
namespace {

const Curve steps{Curve::Kind::steps, Curve::Better::higher, {{2, 1}, {1.5, 0.5}}};

DuelFacts between(double low, double high) {
  DuelFacts duel;
  duel.low = low;
  duel.high = high;
  duel.settled = true;
  duel.processes.resize(5);
  return duel;
}

TEST(DuelScore, TheLowEndEarns) {
  EXPECT_EQ(score_duel(between(2, 2.4), steps, 4).points, Points(4));
  EXPECT_EQ(score_duel(between(2, 2.4), steps, 4).verdict, Verdict::pass);
  EXPECT_EQ(score_duel(between(1.6, 1.9), steps, 4).points, Points(2));
  EXPECT_EQ(score_duel(between(1.6, 1.9), steps, 4).verdict, Verdict::fail);
}

TEST(DuelScore, AnIntervalThatSpansALimitIsInconclusive) {
  const DuelScore score = score_duel(between(1.6, 2.1), steps, 4);
  EXPECT_EQ(score.verdict, Verdict::inconclusive);
  EXPECT_EQ(score.points, Points(2));
  EXPECT_EQ(score.at_most, Points(4));
}

/// The sample with its measured item as a duel.
struct TimedSample : Sample {
  TimedSample() {
    Lane& lane = rubric.criteria[1].items[0].lanes.at(Device::emulated);
    lane = {"quick.speed", "Counted.Quick", Flavour::fast, "ratio", steps, 10};
    results.measurements = {timed(2.5, 2.2, 2.8)};
  }
  static Measurement timed(double value, double low, double high) {
    Measurement seen{
        "quick.speed",       value, "ratio", Device::emulated, Flavour::fast, Provenance::measured,
        "2.5 times as fast", {},    {}};
    seen.duel = between(low, high);
    return seen;
  }
};

TEST(TimedItem, ADuelThatClearsTheLimitEarnsAll) {
  const ItemScore item = TimedSample().item("quick");
  EXPECT_EQ(item.points, Points(3));
  EXPECT_EQ(item.verdict, Verdict::pass);
  EXPECT_EQ(item.measurements.at(0).threshold, 2);
  EXPECT_EQ(item.reason, "");
}

TEST(TimedItem, TheSamplesStandInTheRecordOnce) {
  const GradeRecord record = TimedSample().graded().value();
  EXPECT_EQ(record.measurements.at(0).duel->processes.size(), 5U);
  EXPECT_EQ(record.items.at(1).measurements.at(0).duel->processes.size(), 0U);
}

TEST(TimedItem, AnUnsettledDuelIsInconclusiveAndSaysWhatAQuieterRunMayEarn) {
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
  EXPECT_NE(item.reason.find("too restless; a grade on a quieter machine may earn up to 3 points"),
            std::string::npos)
      << item.reason;
}

// Else a checker could turn a counted item into one that nobody has to earn.
TEST(TimedItem, OnlyADuelCanBeDeferred) {
  Sample sample;
  sample.results.measurements = {};
  sample.results.deferred = {{"quick.bytes", "why not"}};
  EXPECT_NE(sample.complaint().find("no such measurement"), std::string::npos) << sample.complaint();
}

TEST(TimedItem, ALaneWithADuelTakesNoOtherNumber) {
  TimedSample sample;
  sample.results.measurements[0].duel.reset();
  EXPECT_NE(sample.complaint().find("found no duel"), std::string::npos) << sample.complaint();
}

}  // namespace
}  // namespace gridmark

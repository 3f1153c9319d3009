#include "grader/score/paired_timing_statistics.h"

#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark::score {
namespace {

timing::Timed took(double seconds) { return {seconds, seconds, 0, 0, 0, 2000}; }

/// Five processes in which the student needs about half of the reference's time.
Measurement twice_as_fast() {
  Measurement seen{
      "quick.speed", 0, "ratio", Device::emulated, Flavour::fast, Provenance::measured, "", {}, {}};
  seen.paired_timing.emplace();
  seen.paired_timing->clock = timing::ClockKind::cpu;
  for (const double student : {0.0101, 0.0099, 0.0100, 0.0102, 0.0098})
    seen.paired_timing->processes.push_back({0, {4, {took(0.02), took(student)}}});
  return seen;
}

Rubric timed_rubric(double limit) {
  Rubric rubric = sample_rubric();
  rubric.criteria[1].items[0].targets.at(Device::emulated) = {
      "quick.speed",
      "Counted.Quick",
      Flavour::fast,
      "ratio",
      {Curve::Kind::steps, Curve::Better::higher, {{limit, 1}}},
      10};
  return rubric;
}

CheckerResults judged(const Measurement& seen, double limit = 1.5) {
  return with_paired_timings_judged_again({{}, {seen}}, timed_rubric(limit), Device::emulated);
}

TEST(PairedTimingStatistics, AreDoneFromTheSamples) {
  const Measurement again = judged(twice_as_fast()).measurements.at(0);
  EXPECT_NEAR(again.value, 2, 0.01);
  EXPECT_LT(again.paired_timing->low, again.value);
  EXPECT_GT(again.paired_timing->high, again.value);
  EXPECT_EQ(again.paired_timing->pairs, 20);
  EXPECT_EQ(again.paired_timing->contaminated_pairs, 0);
  EXPECT_TRUE(again.paired_timing->settled);
  EXPECT_NE(again.detail.find("2.00 times as fast"), std::string::npos) << again.detail;
}

TEST(PairedTimingStatistics, DoneTwiceAreTheSameToTheLastBit) {
  const CheckerResults once = judged(twice_as_fast());
  EXPECT_EQ(with_paired_timings_judged_again(once, timed_rubric(1.5), Device::emulated).measurements,
            once.measurements);
}

TEST(PairedTimingStatistics, ALimitInsideTheIntervalIsNotSettled) {
  EXPECT_FALSE(judged(twice_as_fast(), 2).measurements.at(0).paired_timing->settled);
}

TEST(PairedTimingStatistics, AStricterPlanGivesAWiderInterval) {
  Measurement strict = twice_as_fast();
  strict.paired_timing->plan.error_rate = 1e-6;
  EXPECT_LT(judged(strict).measurements.at(0).paired_timing->low,
            judged(twice_as_fast()).measurements.at(0).paired_timing->low);
}

TEST(PairedTimingStatistics, MoreLooksShareTheErrorRateAndGiveAWiderInterval) {
  Measurement often = twice_as_fast();
  often.paired_timing->plan.looks = 12;
  EXPECT_LT(judged(often).measurements.at(0).paired_timing->low,
            judged(twice_as_fast()).measurements.at(0).paired_timing->low);
}

TEST(PairedTimingStatistics, SamplesThatAllowNoIntervalAreDeferredNotFailed) {
  Measurement stolen = twice_as_fast();
  for (timing::ProcessSamples& process : stolen.paired_timing->processes)
    for (timing::Pair& pair : process.pairs) pair.student.disturbance.stolen_seconds = 1;
  const CheckerResults seen = judged(stolen);
  EXPECT_TRUE(seen.measurements.empty());
  ASSERT_EQ(seen.deferred.size(), 1U);
  EXPECT_EQ(seen.deferred[0].reason, "20 of 20 timed pairs were disturbed");
}

TEST(PairedTimingStatistics, WhatWasDeferredKeepsItsSamplesAndIsJudgedFromThem) {
  Measurement stolen = twice_as_fast();
  for (timing::Pair& pair : stolen.paired_timing->processes[0].pairs)
    pair.student.disturbance.stolen_seconds = 1;
  stolen.paired_timing->processes.resize(2);
  CheckerResults seen = judged(stolen);
  ASSERT_EQ(seen.deferred.size(), 1U);
  EXPECT_EQ(seen.deferred[0].paired_timing->processes, stolen.paired_timing->processes);
  for (timing::Pair& pair : seen.deferred[0].paired_timing->processes[0].pairs)
    pair.student.disturbance.stolen_seconds = 0;
  const CheckerResults again = with_paired_timings_judged_again(seen, timed_rubric(1.5), Device::emulated);
  EXPECT_TRUE(again.deferred.empty());
  EXPECT_NEAR(again.measurements.at(0).value, 2, 0.05);
  EXPECT_EQ(again.measurements.at(0).name, "quick.speed");
}

// A record may come from any source. Invalid times must not become an infinite speed.
TEST(PairedTimingStatistics, TimesOfNothingGiveNoRatio) {
  for (const double nothing : {0.0, -1.0}) {
    Measurement forged = twice_as_fast();
    for (timing::ProcessSamples& process : forged.paired_timing->processes)
      for (timing::Pair& pair : process.pairs) pair.student.cpu_seconds = nothing;
    EXPECT_TRUE(judged(forged).measurements.empty()) << nothing;
  }
}

TEST(PairedTimingStatistics, WhatHasNoSamplesStaysAsItIs) {
  Measurement bare = twice_as_fast();
  bare.value = 3;
  bare.paired_timing->processes.clear();
  EXPECT_EQ(judged(bare).measurements.at(0), bare);
}

}  // namespace
}  // namespace gridmark::score

#include "base/timing_verdict.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gridmark::timing {
namespace {

Timed took(double seconds, Disturbance disturbance = {}) { return {seconds, seconds, disturbance}; }

ProcessSamples samples_of(std::vector<Pair> pairs) { return {0, std::move(pairs)}; }

TEST(Median, OfAnEvenNumberIsBetweenTheMiddleTwo) {
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 100}), 3.5);
}

TEST(LogRatio, IsTheMedianSoThatABurstInOnePairIsNothing) {
  const auto ratio =
      log_ratio(samples_of({{took(2), took(1)}, {took(2), took(1)}, {took(9), took(1)}, {took(2), took(1)}}),
                ClockKind::cpu);
  ASSERT_TRUE(ratio);
  EXPECT_DOUBLE_EQ(*ratio, std::log(2.0));
}

TEST(LogRatio, LeavesOutWhatTheCallCostsWithoutTheFunction) {
  ProcessSamples samples = samples_of({3, {took(5), took(3)}});
  samples.overhead_seconds = 1;
  EXPECT_DOUBLE_EQ(log_ratio(samples, ClockKind::cpu).value(), std::log(2.0));
}

TEST(LogRatio, SaysNothingWhereTheCallIsMostlyOverhead) {
  ProcessSamples samples = samples_of({3, {took(5), took(3)}});
  samples.overhead_seconds = 1.6;
  EXPECT_FALSE(log_ratio(samples, ClockKind::cpu));
}

TEST(LogRatio, SaysNothingOfTooFewCleanPairs) {
  const Pair clean{took(2), took(1)}, stolen{took(2), took(1, {.stolen_seconds = 1})};
  EXPECT_TRUE(log_ratio(samples_of({clean, clean, clean, stolen}), ClockKind::cpu));
  EXPECT_FALSE(log_ratio(samples_of({clean, clean, stolen, stolen}), ClockKind::cpu));
}

// A time of zero, from a broken clock or a forged record, does not have a logarithm.
TEST(LogRatio, SaysNothingOfTimesThatAreNone) {
  EXPECT_FALSE(log_ratio(samples_of({4, {took(2), took(0)}}), ClockKind::cpu));
  EXPECT_FALSE(log_ratio(samples_of({4, {took(-1), took(2)}}), ClockKind::cpu));
}

TEST(WhyNoInterval, TellsDisturbanceFromWorkThatIsTooSmall) {
  EXPECT_EQ(why_no_interval(66, 40), "40 of 66 timed pairs were disturbed");
  EXPECT_NE(why_no_interval(66, 0).find("hardly longer than the harness around the function"),
            std::string::npos);
}

TEST(IntervalOf, HoldsTheEstimateAndNarrowsWithMoreProcesses) {
  const std::vector<double> few{0.10, 0.12, 0.08, 0.11, 0.09};
  std::vector<double> many = few;
  for (int i = 0; i < 2; ++i) many.insert(many.end(), few.begin(), few.end());
  const Interval wide = interval_of(few, 0.002), narrow = interval_of(many, 0.002);
  EXPECT_NEAR(wide.estimate, std::exp(0.1), 1e-12);
  EXPECT_NEAR(narrow.estimate, wide.estimate, 1e-12);
  EXPECT_LT(narrow.high - narrow.low, (wide.high - wide.low) / 2);
}

TEST(Looks, AreFewAndEndWithTheLastProcess) {
  EXPECT_EQ(looks({}), (std::vector<int>{5, 7, 10, 14, 20}));
  EXPECT_EQ(looks({.least_processes = 4, .most_processes = 10}), (std::vector<int>{4, 6, 9, 10}));
  EXPECT_EQ(looks({.least_processes = 1, .most_processes = 1}), std::vector<int>{1});
  EXPECT_DOUBLE_EQ(error_of_a_look({.error_rate = 0.01}), 0.002);
}

// By hand: mean 0.1, deviation 0.02, 3 processes, 2.5% a side: 4.303 * 0.02 / sqrt(3).
TEST(IntervalOf, IsStudentsOverTheProcesses) {
  const std::vector<double> values{0.08, 0.10, 0.12};
  const Interval interval = interval_of(values, 0.025);
  EXPECT_NEAR(std::log(interval.low), 0.1 - 0.04969, 1e-4);
  EXPECT_NEAR(std::log(interval.high), 0.1 + 0.04969, 1e-4);
}

TEST(VerdictOn, NeedsTheWholeIntervalOnOneSide) {
  const Interval interval{1.02, 1.1, 1.2};
  EXPECT_EQ(verdict_on(interval, 1.02), Verdict::pass);
  EXPECT_EQ(verdict_on(interval, 1.03), Verdict::inconclusive);
  EXPECT_EQ(verdict_on(interval, 1.2), Verdict::inconclusive);
  EXPECT_EQ(verdict_on(interval, 1.21), Verdict::fail);
}

TEST(Settled, NeedsAWordOnEveryLimit) {
  const Interval interval{1.02, 1.1, 1.2};
  EXPECT_TRUE(settled(interval, std::vector{1.0, 1.3}));
  EXPECT_FALSE(settled(interval, std::vector{1.0, 1.15}));
  EXPECT_TRUE(settled(interval, {}));
}

}  // namespace
}  // namespace gridmark::timing

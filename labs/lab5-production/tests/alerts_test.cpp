// Scripted series: alerts must fire and clear at the right second.
#include "labs/lab5-production/tests/alerts.h"

namespace gridmark::lab5 {
namespace {

constexpr auto inactive = Becomes::inactive, pending = Becomes::pending, firing = Becomes::firing;

/// A rule for an idle GPU.
GivenRule below(double limit, double clear_limit, double for_seconds, double keep_seconds = 0) {
  return {.below = true,
          .limit = limit,
          .clear_limit = clear_limit,
          .for_seconds = for_seconds,
          .keep_seconds = keep_seconds};
}
/// A rule for a hot GPU.
GivenRule above(double limit, double clear_limit, double for_seconds, double keep_seconds = 0) {
  return {.limit = limit, .clear_limit = clear_limit, .for_seconds = for_seconds, .keep_seconds = keep_seconds};
}

testing::AssertionResult idle(const GivenRule& rule, const std::vector<Evaluation>& evaluations,
                              const std::vector<ExpectedChange>& expected, const std::string& advice) {
  return gives("gpu_busy_ratio", {rule}, evaluations, expected, advice);
}

TEST(Alerts, FireAfterTheirSeconds) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 30), every(10, "0.9 0.7 0.7 0.7 0.7 0.9 0.7"),
                   {{10, pending}, {40, firing}, {50, inactive}, {60, pending}},
                   "An alert fires at the first evaluation at which it has been pending for 30 s"));
}

TEST(Alerts, BeginAnewAfterAGoodValue) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 30), every(10, "0.7 0.7 0.7 0.85 0.7 0.7 0.7 0.7"),
                   {{0, pending}, {30, inactive}, {40, pending}, {70, firing}},
                   "One good value ends pending, and the seconds start again"));
}

TEST(Alerts, CountSecondsAndNotEvaluations) {
  std::vector<Evaluation> uneven;
  for (const double at : {0.0, 1.0, 2.0, 3.0, 4.0, 29.5, 30.0, 31.0}) uneven.push_back({at, {{0, 0.1}}});
  EXPECT_TRUE(
      idle(below(0.8, 0.8, 30), uneven, {{0, pending}, {30, firing}}, "It counts seconds of `now`, not evaluations"));
  EXPECT_TRUE(idle(below(0.8, 0.8, 30), {{0, {{0, 0.1}}}, {500, {{0, 0.1}}}}, {{0, pending}, {500, firing}},
                   "The next evaluation may come late. Then it fires at once"));
}

TEST(Alerts, FireAgain) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 20), every(10, "0.1 0.1 0.1 0.9 0.1 0.1 0.1 0.9 0.1 0.1 0.1"),
                   {{0, pending},
                    {20, firing},
                    {30, inactive},
                    {40, pending},
                    {60, firing},
                    {70, inactive},
                    {80, pending},
                    {100, firing}},
                   "An alert that has ended can fire again, after its seconds"));
}

TEST(Alerts, AtOnceWithoutSeconds) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 0), every(10, "0.9 0.7 0.7 0.9 0.7"), {{10, firing}, {30, inactive}, {40, firing}},
                   "With for_seconds 0 it fires at the first bad value, without pending"));
}

TEST(Alerts, DoNotFlapAtTheLimit) {
  std::string hot = "70";
  for (int i = 0; i < 20; ++i) hot += i % 2 == 0 ? " 81" : " 79";
  EXPECT_TRUE(gives("gpu_temperature_celsius", {above(80, 75, 0)}, every(1, hot + " 74 79 74"),
                    {{1, firing}, {21, inactive}}, "An alert that fires ends at clear_limit, not at the limit"));
  EXPECT_TRUE(idle(below(0.5, 0.75, 10), every(10, "0.25 0.25 0.6 0.4 0.74 0.76 0.6"),
                   {{0, pending}, {10, firing}, {50, inactive}},
                   "An alert that fires ends at clear_limit, and a value between the two limits begins none"));
}

TEST(Alerts, TheLimitItselfIsGood) {
  EXPECT_TRUE(idle(below(0.75, 0.75, 0), every(5, "0.75 0.5 0.75 0.75"), {{5, firing}, {10, inactive}},
                   "A value equal to the limit is good"));
  EXPECT_TRUE(gives("gpu_temperature_celsius", {above(80, 75, 0)}, every(5, "80 81 80 75 80 80.5"),
                    {{5, firing}, {15, inactive}, {25, firing}},
                    "A value equal to the limit is good, and one equal to clear_limit is well"));
}

TEST(Alerts, EndAfterTheirSeconds) {
  EXPECT_TRUE(
      idle(below(0.5, 0.75, 0, 20), every(10, "0.1 0.8 0.8 0.8 0.1 0.8 0.6 0.8 0.8 0.1 0.9 0.9 0.9"),
           {{0, firing}, {30, inactive}, {40, firing}, {120, inactive}},
           "An alert ends when the value has been well for keep_seconds. A value that is not well starts them again"));
}

TEST(Alerts, StayWhileAGpuDoesNotAnswer) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 30), every(10, "0.1 - - - 0.1 - - 0.9 - 0.1 - - 0.9"),
                   {{0, pending}, {40, firing}, {70, inactive}, {90, pending}, {120, inactive}},
                   "A missing value changes nothing, and time goes on"));
  EXPECT_TRUE(idle(below(0.8, 0.8, 0, 20), every(10, "0.1 0.9 - - 0.9 - 0.1"),
                   {{0, firing}, {40, inactive}, {60, firing}}, "A missing value changes nothing, and time goes on"));
}

TEST(Alerts, NoNumberIsBad) {
  EXPECT_TRUE(gives("gpu_temperature_celsius", {above(80, 75, 10, 10), below(10, 20, 10)},
                    every(10, "40 NaN NaN 40 NaN 40 40 40"),
                    {{10, pending, 0, 0},
                     {10, pending, 0, 1},
                     {20, firing, 0, 0},
                     {20, firing, 0, 1},
                     {30, inactive, 0, 1},
                     {40, pending, 0, 1},
                     {50, inactive, 0, 1},
                     {60, inactive, 0, 0}},
                    "NaN is bad on both sides: compare so that NaN fails the test for good"));
}

TEST(Alerts, EachGpuHasItsOwn) {
  EXPECT_TRUE(idle(below(0.8, 0.8, 20), every(10, {{0, "0.1 0.9 0.1 0.1 0.1 0.9"}, {3, "0.9 0.1 0.1 0.1 0.9 0.9"}}),
                   {{0, pending, 0},
                    {10, inactive, 0},
                    {10, pending, 3},
                    {20, pending, 0},
                    {30, firing, 3},
                    {40, firing, 0},
                    {40, inactive, 3},
                    {50, inactive, 0}},
                   "Each GPU has a separate alert"));
  EXPECT_TRUE(idle(below(0.8, 0.8, 20), every(10, {{0, "0.1 0.1 0.1 0.1"}, {1, "- 0.1 - 0.1"}}),
                   {{0, pending, 0}, {10, pending, 1}, {20, firing, 0}, {30, firing, 1}},
                   "Each GPU has a separate alert, known by its number"));
}

TEST(Alerts, EachRuleHasItsOwn) {
  EXPECT_TRUE(gives("gpu_busy_ratio", {below(0.8, 0.8, 0), below(0.5, 0.5, 10), above(0.95, 0.9, 10)},
                    every(10, "0.7 0.4 0.4 0.97 0.97 0.92 0.9"),
                    {{0, firing, 0, 0},
                     {10, pending, 0, 1},
                     {20, firing, 0, 1},
                     {30, inactive, 0, 0},
                     {30, inactive, 0, 1},
                     {30, pending, 0, 2},
                     {40, firing, 0, 2},
                     {60, inactive, 0, 2}},
                    "Each rule has separate alerts"));
}

TEST(Alerts, OfTheTrainingLookAtTheLastReport) {
  const ScriptedGpu gpu{.gpu = 0};
  TrainMetrics good, lost;
  good.loss = 0.5;
  lost.loss = nan_value;
  MonitorScript script;
  script.rule("loss", "train_loss", above(10, 10, 5))
      .evaluate(begin_time, {gpu})
      .log(begin_time + 1, 1, good, {gpu})
      .evaluate(begin_time + 2, {gpu});
  script.log(begin_time + 3, 2, lost, {})
      .evaluate(begin_time + 4, {gpu})
      .evaluate(begin_time + 9, {})
      .log(begin_time + 10, 3, good, {gpu})
      .evaluate(begin_time + 11, {});
  EXPECT_TRUE(gives(script, {{4, pending, -1}, {9, firing, -1}, {11, inactive, -1}},
                    "A rule on the training looks at the last report, which has GPU -1"));
}

}  // namespace
}  // namespace gridmark::lab5

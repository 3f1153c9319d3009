#include "labkit/oracle/hypotheses.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include "labkit/oracle/float_format.h"

namespace gridmark::oracle {
namespace {

Hypothesis gives(std::string cause, std::vector<Row> rows) {
  return {std::move(cause), [rows = std::move(rows)](std::size_t row) { return rows[row]; }};
}

const std::vector<float> answer{1, 2, 3, 4};

Trial trial(std::vector<Hypothesis> hypotheses, std::vector<double> expected = {0, 0, 0, 0}) {
  return {{answer, 2}, std::move(expected), std::move(hypotheses)};
}

const Row first{{1}, {2}}, second{{3}, {4}}, other{{3}, {5}}, anything{{}, {}};

TEST(CommonCause, IsTheOneMistakeThatGivesTheAnswer) {
  EXPECT_EQ(common_cause({trial({gives("no", {first, other}), gives("yes", {first, second})})}).words, "yes");
  EXPECT_EQ(common_cause({trial({gives("no", {first, other})})}).words, "");
  EXPECT_EQ(common_cause({trial({})}).words, "");
}

TEST(CommonCause, OfALoneTrialFitsNoSecondMistake) {
  const std::vector<Hypothesis> two{gives("one", {first, second}), gives("two", {first, second})};
  EXPECT_EQ(common_cause({trial(two)}).words, "");
  EXPECT_EQ(common_cause({trial(two), trial({gives("", {first, other}), gives("", {first, second})})}).words,
            "two");
  EXPECT_EQ(common_cause({trial(two), trial(two)}).words, "one");
}

TEST(CommonCause, FixesHalfOfAnAnswerAtLeast) {
  EXPECT_EQ(common_cause({trial({gives("half", {first, anything})})}).words, "half");
  EXPECT_EQ(common_cause({trial({gives("less", {{{1}, {}}, anything})})}).words, "");
  EXPECT_EQ(
      common_cause({trial({gives("less", {anything, anything})}), trial({gives("", {first, second})})}).words,
      "less");
}

TEST(CommonCause, DiffersFromTheRightAnswer) {
  const std::vector<double> right{1, 2, 3, 4};
  EXPECT_EQ(common_cause({trial({gives("no", {first, second})}, right)}).words, "");
  EXPECT_EQ(
      common_cause({trial({gives("no", {anything, anything})}), trial({gives("", {first, second})}, right)})
          .words,
      "");
}

TEST(CommonCause, OfNothingIsUnknown) {
  const std::vector<float> values(2, std::nanf(""));
  EXPECT_EQ(common_cause({{{values, 2}, {1, 2}, {gives("no", {{{untouched}, {untouched}}})}}}).words, "");
}

TEST(CommonCause, TakesOneOfSeveralValues) {
  EXPECT_EQ(common_cause({trial({gives("yes", {{{7, 1}, {2}}, second})})}).words, "yes");
  EXPECT_EQ(common_cause({trial({gives("no", {{{7, 8}, {2}}, second})})}).words, "");
}

TEST(CommonCause, TellsWhatIsNotWrittenFromNaN) {
  const auto cause = [&](float other_one, double expected, bool shows_unwritten) {
    const std::vector<float> values{1, other_one};
    return common_cause({{{values, 2, 0, 0, shows_unwritten}, {0, 0}, {gives("yes", {{{1}, {expected}}})}}})
        .words;
  };
  const float left = std::bit_cast<float>(0xFFFFFFFFu), nan = std::nanf("");
  EXPECT_EQ(cause(left, untouched, true), "yes");
  EXPECT_EQ(cause(nan, untouched, true), "");
  EXPECT_EQ(cause(nan, untouched, false), "yes");
  EXPECT_EQ(cause(left, 1, true), "");
}

TEST(CommonCause, ToleratesRoundingAndTheStraysOfAMistake) {
  const auto cause = [](double fourth, double strays) {
    Hypothesis mistake = gives("yes", {first, {{3}, {fourth}}});
    mistake.strays = strays;
    return common_cause({trial({mistake})}).words;
  };
  EXPECT_EQ(cause(4.00001, 0), "yes");
  EXPECT_EQ(cause(4.001, 0), "");
  EXPECT_EQ(cause(4.001, 0.25), "yes");
}

TEST(FloatFormat, RoundsToTheNearestAndOverflows) {
  EXPECT_EQ(rounded_to(half_precision, 1 + 1.0 / 4096), 1);
  EXPECT_EQ(rounded_to(half_precision, 1 + 3.0 / 4096), 1 + 1.0 / 1024);
  EXPECT_EQ(rounded_to(half_precision, 1e-9), 0);
  EXPECT_EQ(rounded_to(half_precision, 65504), 65504);
  EXPECT_EQ(rounded_to(half_precision, -70000), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(rounded_to(bfloat16, 1 + 1.0 / 512), 1);
}

}  // namespace
}  // namespace gridmark::oracle

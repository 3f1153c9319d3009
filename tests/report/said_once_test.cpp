#include "grader/report/said_once.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace gridmark::report {
namespace {

using testing::ElementsAre;

Error error(std::string where, std::string message) {
  return {Error::Source::rubric, std::move(where), std::move(message)};
}

TEST(SaidOnce, AFaultOfAClassIsOneLine) {
  std::vector<Error> errors;
  for (int i = 1; i <= 300; ++i)
    errors.push_back(error(fmt::format("results/s{}/record.json", i), "has no value named x"));
  EXPECT_THAT(
      lines_of(errors),
      ElementsAre("has no value named x (300 of these: results/s1/record.json, results/s2/record.json, "
                  "results/s3/record.json and 297 more)"));
}

TEST(SaidOnce, OneErrorHasItsPlaceFirst) {
  const std::vector<Error> errors{error("a", "is broken"), error("", "stopped"), error("b", "is missing")};
  EXPECT_THAT(lines_of(errors), ElementsAre("a: is broken", "stopped", "b: is missing"));
}

TEST(SaidOnce, AnotherErrorBetweenManyIsNotLost) {
  const std::vector<Error> errors{error("a", "one"), error("b", "two"), error("c", "one")};
  EXPECT_THAT(lines_of(errors), ElementsAre("one (2 of these: a, c)", "b: two"));
}

TEST(SaidOnce, TheSamePlaceIsNamedOnce) {
  const std::vector<Error> errors(12, error("rubric.json", "is no JSON"));
  EXPECT_THAT(lines_of(errors), ElementsAre("rubric.json: is no JSON (12 times)"));
}

TEST(SaidOnce, NamesAllOfAFew) {
  const std::vector<std::string> who{"ada", "bo", "cy", "dee"};
  EXPECT_EQ(first_of(std::span(who).first(3)), "ada, bo, cy");
  EXPECT_EQ(first_of(who), "ada, bo, cy and 1 more");
}

TEST(SaidOnce, PlacesAndMessagesAreOneSafeLine) {
  EXPECT_THAT(lines_of(std::vector<Error>{error("a\n", "b\033[2J")}), ElementsAre("a\\n: b\\x1b[2J"));
}

}  // namespace
}  // namespace gridmark::report

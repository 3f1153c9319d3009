// A student's words for choosing tests.
#include <gmock/gmock.h>

#include "grader/measure/list_tests.h"
#include "grader/pipeline/run_tests.h"

namespace gridmark::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<TestEntry> all{
    {"Naive.Odd", false}, {"Naive.Zeros", false}, {"Tiled.Zeros", false}, {"Counted.Tiled", true}};

Rubric rubric() {
  Item tests, counts;
  tests.id = "tiled_correct";
  tests.tests = {"Tiled.*"};
  counts.id = "tiled_bytes";
  counts.targets[Device::emulated] = {"tiled.bytes", "Counted.Tiled", Flavour::counted, "ratio", {}};
  Rubric made;
  made.criteria = {{"kernels", "Kernels", {tests, counts}}};
  return made;
}

std::vector<std::string> chosen(const TestChoice& choice) {
  std::vector<std::string> names;
  const auto tests = chosen_tests(all, rubric(), choice);
  EXPECT_TRUE(tests);
  if (tests)
    for (const TestEntry& test : *tests) names.push_back(test.name);
  return names;
}

TEST(ChosenTests, WithoutAWordAreThoseThatDoNotCount) {
  EXPECT_THAT(chosen({}), ElementsAre("Naive.Odd", "Naive.Zeros", "Tiled.Zeros"));
  EXPECT_THAT(chosen({.counted = true}),
              ElementsAre("Naive.Odd", "Naive.Zeros", "Tiled.Zeros", "Counted.Tiled"));
}

TEST(ChosenTests, AreNamedByTestSuitePatternOrLineOfTheRubric) {
  EXPECT_THAT(chosen({.wanted = {"Naive.Odd"}}), ElementsAre("Naive.Odd"));
  EXPECT_THAT(chosen({.wanted = {"Naive"}}), ElementsAre("Naive.Odd", "Naive.Zeros"));
  EXPECT_THAT(chosen({.wanted = {"*.Zeros"}}), ElementsAre("Naive.Zeros", "Tiled.Zeros"));
  EXPECT_THAT(chosen({.wanted = {"tiled_correct"}}), ElementsAre("Tiled.Zeros"));
  EXPECT_THAT(chosen({.wanted = {"tiled_bytes"}}), ElementsAre("Counted.Tiled"));
  EXPECT_THAT(chosen({.wanted = {"Tiled", "Naive.Odd"}}), ElementsAre("Naive.Odd", "Tiled.Zeros"));
}

TEST(ChosenTests, AWordThatNamesNothingIsWrongUsageWithTheNearest) {
  for (const auto& [word, meant] : {std::pair("Naive.Od", "Naive.Odd"), std::pair("Tild", "Tiled"),
                                    std::pair("tiled_corect", "tiled_correct")}) {
    const auto refused = chosen_tests(all, rubric(), {.wanted = {word}});
    ASSERT_FALSE(refused) << word;
    EXPECT_EQ(refused.error().source, Error::Source::usage);
    EXPECT_THAT(refused.error().message, HasSubstr(std::string("did you mean \"") + meant + "\""));
  }
  EXPECT_THAT(chosen_tests(all, rubric(), {.wanted = {"zzz"}}).error().message,
              HasSubstr("known: Naive, Tiled, Counted"));
}

TEST(ListedTests, AreReadFromWhatGoogleTestPrints) {
  EXPECT_THAT(
      measure::names_in_listing(
          "Running main() from x.cc\nNaive.\n  Odd\n  Zeros\nAll/Sweep.\n  Size/0  # GetParam() = 8\n"),
      ElementsAre("Naive.Odd", "Naive.Zeros", "All/Sweep.Size/0"));
  EXPECT_THAT(measure::names_in_listing(""), testing::IsEmpty());
}

}  // namespace
}  // namespace gridmark::pipeline

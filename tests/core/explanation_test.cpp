#include "grader/core/explanation.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

using Kind = Cause::Kind;

TestResult failed_test(Outcome outcome, std::optional<Kind> kind = {}, std::optional<Place> place = {}) {
  TestResult test{"Suite.Test", outcome, "words", std::move(place), "", 0};
  if (kind) test.cause = Cause{*kind, "words"};
  return test;
}

const Place some_line{"a.cu", 7};

TEST(ExplanationOf, ACauseAtALineExplainsMost) {
  EXPECT_EQ(explanation_of(failed_test(Outcome::wrong_answer, Kind::race, some_line)), Explanation::seen);
  EXPECT_EQ(explanation_of(failed_test(Outcome::wrong_answer, Kind::race)), Explanation::likely);
  EXPECT_EQ(explanation_of(failed_test(Outcome::wrong_answer, Kind::matched_mistake, some_line)),
            Explanation::likely);
  EXPECT_EQ(explanation_of(failed_test(Outcome::wrong_answer, {}, some_line)), Explanation::symptom);
  EXPECT_EQ(explanation_of(failed_test(Outcome::wrong_answer, Kind::consequence, some_line)),
            Explanation::none);
}

TEST(ExplanationOf, AFileThatDoesNotCompileLeavesNothingElseToKnow) {
  EXPECT_EQ(explanation_of(failed_test(Outcome::build_failed)), Explanation::not_built);
  EXPECT_GT(Explanation::not_built, Explanation::seen);
}

// Records of an older gridmark do not have causes.
TEST(ExplanationOf, WithoutACauseTheOutcomeAndThePlaceSpeak) {
  EXPECT_EQ(explanation_of(failed_test(Outcome::crashed, {}, some_line)), Explanation::seen);
  EXPECT_EQ(explanation_of(failed_test(Outcome::crashed)), Explanation::ended);
  EXPECT_EQ(explanation_of(failed_test(Outcome::timed_out, {}, some_line)), Explanation::seen);
  EXPECT_EQ(explanation_of(failed_test(Outcome::timed_out)), Explanation::none);
}

TEST(MemoryFault, IsNotWorkOnAnotherStream) {
  EXPECT_TRUE(is_memory_fault(Kind::race));
  EXPECT_FALSE(is_memory_fault(Kind::wrong_stream));
  EXPECT_TRUE(is_seen(Kind::wrong_stream));
}

TEST(SameCause, IsTheSameKindOfFault) {
  EXPECT_TRUE(is_same_cause({Kind::race, "threads 0 and 1"}, {Kind::race, "threads 2 and 3"}));
  EXPECT_FALSE(is_same_cause({Kind::race, "words"}, {Kind::uninitialised_read, "words"}));
}

TEST(SameCause, MistakesThatFitAreTheSameByTheirWords) {
  EXPECT_TRUE(
      is_same_cause({Kind::matched_mistake, "the sum is cut"}, {Kind::matched_mistake, "the sum is cut"}));
  EXPECT_FALSE(
      is_same_cause({Kind::matched_mistake, "the sum is cut"}, {Kind::matched_mistake, "it is shifted"}));
}

TEST(SameCause, TheCountersAndTheDeviceSeeOneAccess) {
  EXPECT_TRUE(is_same_cause({Kind::fault, "a"}, {Kind::out_of_bounds, "b"}));
  EXPECT_FALSE(is_same_cause({Kind::fault, "a"}, {Kind::race, "b"}));
}

}  // namespace
}  // namespace gridmark

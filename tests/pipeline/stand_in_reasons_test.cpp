#include "grader/pipeline/stand_in_reasons.h"

#include <gtest/gtest.h>

namespace gridmark::pipeline {
namespace {

compile::BuiltSubmission example() {
  compile::BuiltSubmission built;
  built.stand_ins = {
      {"b.cu", Outcome::build_failed, "does not compile: expected ‘;’", Place{"b.cu", 9}, {"product"}}};
  built.functions = {"sum"};
  return built;
}

TestResult blamed(const std::string& reason, std::optional<Place> place = {}) {
  CheckerResults seen;
  seen.tests = {{"A.B", Outcome::wrong_answer, reason, place, "", 0}};
  blame_stand_ins(seen, example());
  return seen.tests.front();
}

TEST(StandInReasons, AFailureOfTheStandInsCodeGetsTheCompileError) {
  for (const TestResult& test :
       {blamed("product(n=3) returned 801"), blamed("wrong", Place{"b.cu", 2}), blamed("wrong")}) {
    EXPECT_EQ(test.outcome, Outcome::build_failed);
    EXPECT_NE(test.reason.find("b.cu does not compile: expected ‘;’"), test.reason.npos);
    EXPECT_EQ(test.place, (Place{"b.cu", 9}));
  }
}

TEST(StandInReasons, AFailureOfAnotherFileKeepsItsReason) {
  for (const TestResult& test : {blamed("sum(n=3) is 2"), blamed("wrong", Place{"a.cu", 4})})
    EXPECT_EQ(test.outcome, Outcome::wrong_answer);
  EXPECT_EQ(blamed("sum(n=3), not products, is 2").reason, "sum(n=3), not products, is 2");
}

TEST(StandInReasons, AMeasuredValueOfTheStandInExplainsItself) {
  CheckerResults seen;
  seen.measurements.resize(2);
  seen.measurements[0].detail = "product(n=3) returned 801";
  seen.measurements[1].detail = "sum(n=3) leaks";
  blame_stand_ins(seen, example());
  EXPECT_NE(seen.measurements[0].detail.find("does not compile"), std::string::npos);
  EXPECT_EQ(seen.measurements[1].detail, "sum(n=3) leaks");
}

TEST(StandInReasons, WithoutStandInsNothingChanges) {
  CheckerResults seen;
  seen.tests = {{"A.B", Outcome::wrong_answer, "product", {}, "", 0}};
  blame_stand_ins(seen, {});
  EXPECT_EQ(seen.tests.front().outcome, Outcome::wrong_answer);
}

}  // namespace
}  // namespace gridmark::pipeline

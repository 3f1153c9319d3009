#include "grader/pipeline/second_look.h"

#include <gtest/gtest.h>

namespace gridmark::pipeline {
namespace {

Submission submission() {
  Submission one;
  one.files = {"a.cu"};
  return one;
}

TestResult failed(std::string name, std::optional<Place> place, Outcome outcome = Outcome::wrong_answer) {
  TestResult test;
  test.name = std::move(name), test.outcome = outcome, test.place = std::move(place);
  return test;
}

using Names = std::vector<std::string>;

TEST(SecondLook, IsForTheFirstThreeOfASuiteThatFailedWithoutALineOfTheStudents) {
  const std::vector<TestResult> tests{failed("A.Known", Place{"a.cu", 3}),
                                      failed("A.Unknown", {}),
                                      failed("A.Another", {}),
                                      failed("A.Third", {}),
                                      failed("A.Fourth", {}),
                                      failed("B.Ours", Place{"/home/labkit/array.h", 7}),
                                      failed("C.Slow", {}, Outcome::timed_out),
                                      failed("D.Fine", {}, Outcome::passed)};
  EXPECT_EQ(unexplained(tests, submission()), (Names{"A.Unknown", "A.Another", "A.Third", "B.Ours"}));
}

TEST(SecondLook, IsForAFewSuitesOnly) {
  std::vector<TestResult> tests;
  for (const char* suite : {"A", "B", "C", "D", "E", "F"})
    tests.push_back(failed(suite + std::string(".T"), {}));
  EXPECT_EQ(unexplained(tests, submission()).size(), 4u);
}

TEST(SecondLook, CountsWhereItNamesALineOfTheStudents) {
  std::vector<TestResult> tests{failed("A.T", {}), failed("B.T", {})};
  tests[0].visibility = Visibility::hidden;
  TestResult named = failed("A.T", Place{"a.cu", 9});
  named.reason = "writes past its array";
  take_over(tests, {named, failed("B.T", Place{"/home/labkit/array.h", 7})}, submission());
  EXPECT_EQ(tests[0].place, (Place{"a.cu", 9}));
  EXPECT_EQ(tests[0].reason, "writes past its array");
  EXPECT_EQ(tests[0].visibility, Visibility::hidden) << "the second run does not know it";
  EXPECT_EQ(tests[1].place, std::nullopt);
}

TEST(OtherPlaces, AreForgotten) {
  CheckerResults seen;
  seen.tests = {failed("A.T", Place{"/home/labkit/array.h", 7}), failed("B.T", Place{"a.cu", 3})};
  seen.measurements.resize(1);
  seen.measurements[0].place = Place{"/usr/include/x.h", 1};
  forget_other_places(seen, submission());
  EXPECT_EQ(seen.tests[0].place, std::nullopt);
  EXPECT_EQ(seen.tests[1].place, (Place{"a.cu", 3}));
  EXPECT_EQ(seen.measurements[0].place, std::nullopt);
}

}  // namespace
}  // namespace gridmark::pipeline

#include "grader/score/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/core/root_cause.h"

namespace gridmark::score {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Fix> barrier{{{"a.cu", 7}, "__syncthreads();"}};

ItemScore lost_at(const std::string& id, int line) {
  ItemScore item;
  item.id = id;
  item.max_points = 2;
  item.reason = "a race";
  item.place = Place{"a.cu", line};
  item.tests = {id + ".test"};
  return item;
}

TestResult failed(const std::string& item, int line, const std::vector<Fix>& fixes) {
  TestResult test;
  test.name = item + ".test";
  test.place = Place{"a.cu", line};
  test.fixes = fixes;
  return test;
}

GradeRecord advised_record() {
  GradeRecord made;
  made.items = {lost_at("one", 8), lost_at("two", 8), lost_at("three", 9)};
  made.tests = {failed("one", 8, barrier), failed("two", 8, barrier), failed("three", 8, barrier)};
  return made;
}

std::string no_line(const Place&) { return ""; }

TEST(Advice, OneThatSeveralItemsGetIsTriedOnceForAll) {
  const auto advice = advice_of(explanations_of(advised_record(), no_line));
  ASSERT_EQ(advice.size(), 1u);
  EXPECT_EQ(advice[0].first, barrier);
  EXPECT_THAT(advice[0].second, ElementsAre("one", "two"));
}

TEST(Advice, TheTestThatDecidesGivesIt) {
  const std::vector<Fix> both{barrier[0], {{"a.cu", 9}, "__syncthreads();"}};
  GradeRecord record = advised_record();
  record.items[0].tests = {"large.test", "one.test"};
  record.tests.push_back(failed("large", 8, both));
  EXPECT_EQ(fixes_of(record.items[0], record.tests, record.builds), both);
}

TEST(Advice, AMeasurementGivesIt) {
  GradeRecord record = advised_record();
  ItemScore& item = record.items[2];
  item.tests = {"passed.test"};
  item.verdict = Verdict::fail;
  item.measurements.resize(1);
  item.measurements[0].place = item.place;
  item.measurements[0].fixes = barrier;
  EXPECT_EQ(fixes_of(item, record.tests, record.builds), barrier);
}

TEST(Advice, AnItemThatStaysLostIsNamedWithItsReason) {
  GradeRecord advised = advised_record();
  advised.items[0].points = 2;
  EXPECT_THAT(
      not_repaired({"one", "two"}, advised),
      ElementsAre(HasSubstr("two: the advice was followed, and it earns 0 of 2. Its reason is now: a race")));
}

TEST(Advice, AChangeIsOneLineOfText) {
  EXPECT_EQ(words_of(barrier[0]), "a.cu:7: __syncthreads();");
  EXPECT_EQ(words_of({{"a.cu", 7}, "b", "a"}), "a.cu:7: a -> b");
}

}  // namespace
}  // namespace gridmark::score

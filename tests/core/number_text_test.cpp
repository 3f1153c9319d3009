#include "grader/core/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gridmark {
namespace {

TEST(NumberText, HasFourDigitsAndNoTrailingZeros) {
  EXPECT_EQ(number_text(8.00), "8");
  EXPECT_EQ(number_text(1.0534), "1.053");
  EXPECT_EQ(number_text(0.03125), "0.03125");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333");
  EXPECT_EQ(number_text(-2.5), "-2.5");
}

TEST(NumberText, LargeCountsStayWhole) {
  EXPECT_EQ(number_text(999.96), "1000");
  EXPECT_EQ(number_text(123456.7), "123457");
  EXPECT_EQ(number_text(134217728), "134217728");
  EXPECT_EQ(number_text(1e20), "1e+20");
}

TEST(NumberText, ZeroHasNoSignAndNothingElseHasNoDigits) {
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(NAN), "not a number");
  EXPECT_EQ(number_text(-INFINITY), "-infinity");
}

TEST(ValueText, SaysUnitsThatAreWords) {
  EXPECT_EQ(value_text(0.125, "ratio"), "0.125");
  EXPECT_EQ(value_text(7168, "wavefronts"), "7168 wavefronts");
}

TEST(PointsText, IsExact) {
  EXPECT_EQ(points_text(20), "20");
  EXPECT_EQ(points_text(0.1), "0.1");
  EXPECT_EQ(points_text(1234.25), "1234.25");
  EXPECT_EQ(points_words(1), "1 point");
  EXPECT_EQ(points_words(2.5), "2.5 points");
}

TEST(PlaceText, LeavesAnUnknownLineOut) {
  EXPECT_EQ(place_text({"benchmark.cu", 42}), "benchmark.cu:42");
  EXPECT_EQ(place_text({"benchmark.cu", 0}), "benchmark.cu");
}

// Ten items of 0.1 must add up to exactly 1, which a sum of doubles does not.
TEST(Points, AddUpExactly) {
  Points sum;
  for (int i = 0; i < 10; ++i) sum += Points(0.1);
  EXPECT_EQ(sum, Points(1));
}

}  // namespace
}  // namespace gridmark

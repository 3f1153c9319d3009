#include "grader/report/plot_axis.h"

#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

using Ticks = std::vector<double>;

TEST(PlotAxis, ValuesThatLieFarApartGetTheSameRoomForEachPowerOfTen) {
  const PlotAxis axis({0.1, 1000, 3}, 0, 100, true);
  EXPECT_DOUBLE_EQ(axis.place_of(0.1), 0);
  EXPECT_DOUBLE_EQ(axis.place_of(1), 25);
  EXPECT_DOUBLE_EQ(axis.place_of(1000), 100);
  EXPECT_EQ(axis.ticks(), (Ticks{0.1, 1, 10, 100, 1000}));
}

TEST(PlotAxis, ValuesThatLieTogetherBeginAtZero) {
  const PlotAxis axis({40, 100}, 200, 0, false);
  EXPECT_DOUBLE_EQ(axis.place_of(0), 200);
  EXPECT_DOUBLE_EQ(axis.place_of(100), 0);
  EXPECT_EQ(axis.ticks(), (Ticks{0, 20, 40, 60, 80, 100}));
}

TEST(PlotAxis, ValuesBelowZeroAreShown) {
  const PlotAxis axis({-1, 1e6}, 0, 100, false);
  EXPECT_DOUBLE_EQ(axis.place_of(-1), 0);
  EXPECT_DOUBLE_EQ(axis.place_of(1e6), 100);
}

TEST(PlotAxis, AFewTimesApartGetsTicksBetweenThePowersOfTen) {
  EXPECT_EQ(PlotAxis({256, 4096}, 0, 100, true).ticks(), (Ticks{500, 1000, 2000}));
}

TEST(PlotAxis, ALogarithmIsNeededWhereValuesLieFarApartAndAboveZero) {
  EXPECT_TRUE(needs_logarithm({1, 21}));
  EXPECT_FALSE(needs_logarithm({1, 19}));
  EXPECT_FALSE(needs_logarithm({0, 1e6}));
  EXPECT_FALSE(needs_logarithm({-1, 1e6}));
}

// A student's data may have the same value in every row.
TEST(PlotAxis, OneValueIsNoReasonToDivideByNothing) {
  for (const double value : {0.0, -3.0, 7.0}) {
    const PlotAxis axis({value, value}, 0, 100, false);
    EXPECT_GE(axis.place_of(value), 0);
    EXPECT_LE(axis.place_of(value), 100);
    EXPECT_LE(axis.ticks().size(), 10u);
  }
}

}  // namespace
}  // namespace gridmark::report

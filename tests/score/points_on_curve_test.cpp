#include "grader/score/points_on_curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gridmark::score {
namespace {

const Curve falling{Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}};
const Curve rising{Curve::Kind::linear, Curve::Better::higher, {{4, 1}, {0, 0}}};

// Students aim at the published number, so reaching it exactly must earn the points.
TEST(PointsOnCurve, TheLimitItselfEarnsTheBand) {
  EXPECT_EQ(points_on_curve(1.05, falling, 2), Points(2));
  EXPECT_EQ(points_on_curve(1.06, falling, 2), Points(1));
  EXPECT_EQ(points_on_curve(2.00, falling, 2), Points(1));
  EXPECT_EQ(points_on_curve(2.01, falling, 2), Points(0));
}

TEST(PointsOnCurve, BetterThanTheBestLimitEarnsNoMoreThanAll) {
  EXPECT_EQ(points_on_curve(0, falling, 2), Points(2));
  EXPECT_EQ(points_on_curve(5, rising, 2), Points(2));
}

TEST(PointsOnCurve, LinearIsStraightBetweenTheKnots) {
  EXPECT_EQ(points_on_curve(4, rising, 2), Points(2));
  EXPECT_EQ(points_on_curve(3, rising, 2), Points(1.5));
  EXPECT_EQ(points_on_curve(1, rising, 1), Points(0.25));
  EXPECT_EQ(points_on_curve(0, rising, 2), Points(0));
  EXPECT_EQ(points_on_curve(-1, rising, 2), Points(0));
}

TEST(PointsOnCurve, LinearWithAFloorFallsToNothingPastTheLastKnot) {
  const Curve floor{Curve::Kind::linear, Curve::Better::lower, {{1, 1}, {2, 0.5}}};
  EXPECT_EQ(points_on_curve(1.5, floor, 2), Points(1.5));
  EXPECT_EQ(points_on_curve(2, floor, 2), Points(1));
  EXPECT_EQ(points_on_curve(2.001, floor, 2), Points(0));
}

TEST(PointsOnCurve, ASingleKnotIsAllOrNothing) {
  const Curve zero{Curve::Kind::steps, Curve::Better::lower, {{0, 1}}};
  EXPECT_EQ(points_on_curve(0, zero, 2), Points(2));
  EXPECT_EQ(points_on_curve(1, zero, 2), Points(0));
}

TEST(PointsOnCurve, RoundsToTheNearestHundredth) {
  const Curve third{Curve::Kind::linear, Curve::Better::higher, {{3, 1}, {0, 0}}};
  EXPECT_EQ(points_on_curve(1, third, 1), Points(0.33));
  EXPECT_EQ(points_on_curve(2, third, 1), Points(0.67));
}

TEST(PointsOnCurve, NotANumberEarnsNothing) {
  EXPECT_EQ(points_on_curve(NAN, falling, 2), Points(0));
  EXPECT_EQ(points_on_curve(INFINITY, falling, 2), Points(0));
  EXPECT_EQ(points_on_curve(-INFINITY, rising, 2), Points(0));
}

}  // namespace
}  // namespace gridmark::score

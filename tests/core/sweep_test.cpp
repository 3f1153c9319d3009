#include "grader/core/sweep.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

SweepPoint point(const char* series, Provenance provenance, double size, double ms) {
  SweepPoint made;
  made.series = series, made.provenance = provenance, made.size = size;
  made.milliseconds = made.with_copies_ms = ms;
  return made;
}

Sweep sweep() {
  using enum Provenance;
  return {point("cpu", measured, 10, 1),   point("cpu", measured, 20, 8),   point("cpu", measured, 40, 64),
          point("tiled", modelled, 10, 5), point("tiled", modelled, 20, 6), point("tiled", modelled, 40, 7)};
}

TEST(Crossover, IsTheFirstSizeFromWhichOnTheSeriesWins) { EXPECT_EQ(crossover(sweep(), "tiled"), 20); }

// One lucky size in the middle is not a crossover.
TEST(Crossover, ASizeThatIsLostLaterDoesNotCount) {
  Sweep lost = sweep();
  lost[4].with_copies_ms = 9;
  EXPECT_EQ(crossover(lost, "tiled"), 40);
  lost[5].with_copies_ms = 64;
  EXPECT_EQ(crossover(lost, "tiled"), 0);
}

TEST(Crossover, ComparesWhereBothHaveATime) {
  Sweep gap = sweep();
  gap[2].problem = "left out";
  EXPECT_EQ(crossover(gap, "tiled"), 20);
  gap.erase(gap.begin(), gap.begin() + 3);
  EXPECT_EQ(crossover(gap, "tiled"), 0) << "a modelled series is no baseline";
}

}  // namespace
}  // namespace gridmark

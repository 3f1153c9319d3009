// How many blocks make a segment: the sweep, and the arithmetic behind its least value.
#include "labs/lab4-memory/tests/sweep.h"

namespace gridmark::lab4 {
namespace {

TEST(KSweep, OfFourBlocks) {
  Sweep op = sweep({}, {0, 1, 2, 4});
  EXPECT_TRUE(sweep_right(op));
}

TEST(KSweep, OfTwentyFourBlocks) {
  const std::vector<int> every_n{1, 2, 3, 4, 6, 8, 12, 24};
  Sweep op = sweep({.layers = 24, .rows = 256, .width = 32, .hidden = 32}, every_n);
  ASSERT_TRUE(sweep_right(op));
  const auto peaks = op.seen.values();
  const auto least = std::min_element(peaks.begin(), peaks.end());
  const int best = every_n[static_cast<std::size_t>(least - peaks.begin())];
  exam::record({.name = "checkpoint.best_every_n",
                .value = static_cast<double>(best),
                .unit = "count",
                .flavour = "fast",
                .detail = fmt::format("{:.0f} bytes at the peak, the least of {} values", *least, every_n.size())});
}

// 24 blocks that keep three times their input: the root of 8 lies between 2 and 3, and 3 is better.
TEST(KOptimum, OfTwentyFourBlocks) { EXPECT_TRUE(optimum_right({{24, 1, 3}})); }
TEST(KOptimum, OfOtherBlocks) {
  EXPECT_TRUE(optimum_right({{1, 1, 3}, {16, 4, 4}, {48, 2, 34}, {12, 100, 1}, {100, 1, 1}, {2, 3, 3}}));
}

}  // namespace
}  // namespace gridmark::lab4

// The number of blocks in a segment: the sweep, and the formula for its minimum.
#include "labs/lab4-memory/tests/sweep.h"

namespace gridmark::lab4 {
namespace {

TEST(KSweep, OfFourBlocks) {
  Sweep op = sweep({}, {0, 1, 2, 4});
  EXPECT_TRUE(sweep_right(op));
}

/// Plots peak and work of each value except the first, which is 0, relative to those without checkpoints.
void plot_sweep(const Sweep& op, int best) {
  channel::PlotSeries peak{.name = "peak", .provenance = Provenance::counted},
      work{.name = "work", .provenance = Provenance::counted};
  for (std::size_t i = 1; i < op.every_n.size(); ++i) {
    const double n = op.every_n.values()[i];
    const double forwards = op.forwards.values()[i], backwards = op.layers;
    peak.at.push_back(n), work.at.push_back(n);
    peak.values.push_back(op.seen.values()[i] / op.seen.values()[0]);
    work.values.push_back((forwards + 2 * backwards) / (3.0 * op.layers));
  }
  channel::record(
      channel::Plot{.name = "checkpoint.sweep",
                 .title = "Peak and work of 24 blocks with checkpoints, over those without",
                 .x = {.label = "blocks of a checkpoint", .logarithmic = true},
                 .y = {.label = "with checkpoints over without", .unit = "ratio"},
                 .series = {peak, work},
                 .marks = {{.at = static_cast<double>(best), .text = fmt::format("least peak: {}", best)}}});
}

TEST(KSweep, OfTwentyFourBlocks) {
  const std::vector<int> every_n{0, 1, 2, 3, 4, 6, 8, 12, 24};
  Sweep op = sweep({.layers = 24, .rows = 256, .width = 32, .hidden = 32}, every_n);
  ASSERT_TRUE(sweep_right(op));
  const auto peaks = op.seen.values();
  const auto least = std::min_element(peaks.begin() + 1, peaks.end());
  const int best = every_n[static_cast<std::size_t>(least - peaks.begin())];
  ASSERT_TRUE(holds(op, *least <= peaks.front() / 2,
                    fmt::format("the least peak is {:.0f} bytes, that without checkpoints {:.0f}: nothing is "
                                "saved",
                                *least, peaks.front())));
  plot_sweep(op, best);
  channel::record({.name = "checkpoint.best_every_n",
                .value = static_cast<double>(best),
                .unit = "count",
                .flavour = Flavour::fast,
                .detail = fmt::format("{:.0f} bytes at the peak, the least of {} values", *least,
                                      every_n.size() - 1)});
}

// 24 blocks that keep three times their input. The root of 8 lies between 2 and 3, and 3 is better.
TEST(KOptimum, OfTwentyFourBlocks) { EXPECT_TRUE(optimum_right({{24, 1, 3}})); }
TEST(KOptimum, OfOtherBlocks) {
  EXPECT_TRUE(optimum_right({{1, 1, 3}, {16, 4, 4}, {48, 2, 34}, {12, 100, 1}, {100, 1, 1}, {2, 3, 3}}));
}

}  // namespace
}  // namespace gridmark::lab4

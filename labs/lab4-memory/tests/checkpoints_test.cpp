// Tests of gradient_checkpointing.cu that the handout announces.
#include <optional>

#include "labs/lab4-memory/tests/checkpoints.h"

namespace gridmark::lab4 {
namespace {

Checkpointed direct(Checkpointed op) {
  op.direct = true;
  return op;
}

/// 24 blocks that keep three times their input each.
constexpr BlockSizes deep{.layers = 24, .rows = 1024, .width = 32, .hidden = 32};

TEST(Gradients, OfOneCheckpoint) {
  const Checkpointed op = direct(checkpointed({.layers = 1}, 1));
  ASSERT_TRUE(same_gradients(op));
  EXPECT_TRUE(right_gradients(op));
}
TEST(Gradients, OfFourBlocks) {
  for (const int every_n : {0, 1, 2, 4}) ASSERT_TRUE(same_gradients(checkpointed({}, every_n)));
  EXPECT_TRUE(right_gradients(checkpointed({}, 2)));
}
// 24 is not a multiple of 5.
TEST(Gradients, OfAShorterLastSegment) { EXPECT_TRUE(same_gradients(checkpointed({.layers = 24}, 5))); }
TEST(Gradients, WithDropout) {
  ASSERT_TRUE(same_gradients(direct(checkpointed({.layers = 2, .dropout = 0.3f}, 1))));
  EXPECT_TRUE(same_gradients(checkpointed({.layers = 6, .dropout = 0.1f}, 2)));
}
TEST(Gradients, WhereTheInputNeedsNone) {
  ASSERT_TRUE(same_gradients(direct(checkpointed({.layers = 2}, 1, Twist::no_input_gradient))));
  EXPECT_TRUE(same_gradients(checkpointed({.layers = 3, .dropout = 0.2f}, 2, Twist::no_input_gradient)));
}
TEST(Gradients, UnderACastPolicy) { EXPECT_TRUE(same_gradients(checkpointed({}, 2, Twist::bf16))); }

TEST(Checkpointing, PeakOfTwentyFourBlocks) {
  const auto seen = costs(checkpointed(deep, 3));
  if (!seen) return;
  const double ratio = static_cast<double>(seen->found.peak) / static_cast<double>(seen->plain.peak);
  channel::record({.name = "checkpoint.peak_ratio",
                .value = ratio,
                .unit = "ratio",
                .flavour = Flavour::fast,
                .detail = fmt::format("{} bytes at the peak with a checkpoint for every 3 blocks, {} without",
                                      seen->found.peak, seen->plain.peak)});
}

TEST(Checkpointing, WorkOfTwentyFourBlocks) {
  const auto seen = costs(checkpointed(deep, 3));
  if (!seen) return;
  channel::record(
      {.name = "checkpoint.work_ratio",
       .value = work(seen->found) / work(seen->plain),
       .unit = "ratio",
       .flavour = Flavour::fast,
       .detail = fmt::format("{} forward and {} backward passes of blocks, without checkpoints {} and {}",
                             seen->found.forwards, seen->found.backwards, seen->plain.forwards,
                             seen->plain.backwards)});
}

}  // namespace
}  // namespace gridmark::lab4

// Networks that the handout does not name.
#include "labs/lab4-memory/tests/sweep.h"

namespace gridmark::lab4 {
namespace {

BlockSizes any_sizes(float dropout) {
  return {.layers = any_between(2, 9),
          .rows = any_between(1, 40),
          .width = any_between(1, 24),
          .hidden = any_between(1, 60),
          .dropout = dropout};
}

TEST(Gradients, OfAnyNetwork) {
  for (int i = 0; i < 3; ++i) {
    const BlockSizes sizes = any_sizes(0);
    ASSERT_TRUE(same_gradients(checkpointed(sizes, any_between(1, sizes.layers + 2))));
  }
}
TEST(Gradients, OfAnyNetworkWithDropout) {
  for (int i = 0; i < 3; ++i) {
    const BlockSizes sizes = any_sizes(0.1f * static_cast<float>(any_between(1, 6)));
    ASSERT_TRUE(same_gradients(checkpointed(sizes, any_between(1, sizes.layers))));
  }
}
// Validation: no history, and only the result is kept.
TEST(Gradients, NoneWhereNoGradIsOn) {
  Checkpointed op = checkpointed({.dropout = 0.2f}, 2, Twist::no_grad);
  ASSERT_TRUE(same_gradients(op));
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(holds(op, op.cost.values()[0].kept == volume(op.rows, op.width) * sizeof(float),
                    fmt::format("{} bytes are kept where NoGrad is on, and the result has {}",
                                op.cost.values()[0].kept, volume(op.rows, op.width) * sizeof(float))));
}
// The saved value differs from the one in the first pass. Its gradients would be wrong without any sign.
TEST(Gradients, NoneOfAnInputThatHasChanged) {
  Checkpointed op = checkpointed({.layers = 2}, 2, Twist::changed);
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(holds(
      op, op.facts.values()[1] == 1,
      "x was changed in place before the backward pass, and no AutogradError came: hold it as a Saved"));
}

TEST(KSweep, OfAnyNetwork) {
  const BlockSizes sizes = any_sizes(0);
  std::vector<int> every_n{any_between(1, sizes.layers), 0, 1};
  Sweep op = sweep(sizes, every_n);
  EXPECT_TRUE(sweep_right(op));
}

TEST(KOptimum, OfAnyBlocks) {
  std::vector<SegmentSizes> questions;
  for (int i = 0; i < 20; ++i)
    questions.push_back({any_between(1, 120), static_cast<double>(any_between(1, 40)),
                         static_cast<double>(any_between(1, 300))});
  EXPECT_TRUE(optimum_right(questions));
}

}  // namespace
}  // namespace gridmark::lab4

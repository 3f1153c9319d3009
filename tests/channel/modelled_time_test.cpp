#include "labkit/channel/modelled_time.h"

#include <gtest/gtest.h>

namespace gridmark::channel {
namespace {

TEST(ModelledTime, IsThatOfTheResourceThatTakesLongest) {
  Meters meters;
  meters.flops.single.additions = meters.flops.single.multiplications = 9'745'000;  // 1000 ns at the peak
  EXPECT_DOUBLE_EQ(modelled_time(meters).peak_share, 1);
  meters.shared.wavefronts = 608'000;  // 4000 ns
  const ModelledTime time = modelled_time(meters);
  EXPECT_DOUBLE_EQ(time.nanoseconds, 4000);
  EXPECT_EQ(time.limited_by, "shared memory");
  EXPECT_DOUBLE_EQ(time.peak_share, 0.25);
}

// Multiply-adds of a sum that nobody reads.
TEST(ModelledTime, IdleArithmeticTakesTimeAndIsNoShareOfThePeak) {
  Meters meters;
  meters.flops.single.fused = 9'745'000;  // 1000 ns at the peak
  EXPECT_DOUBLE_EQ(modelled_time(meters, 4'872'500).peak_share, 0.25);
  EXPECT_DOUBLE_EQ(modelled_time(meters, 4'872'500).nanoseconds, 1000);
  EXPECT_DOUBLE_EQ(modelled_time(meters, 1e9).peak_share, 1);
}

TEST(ModelledTime, OfNothingIsNothing) {
  EXPECT_EQ(modelled_time(Meters{}).nanoseconds, 0);
  EXPECT_EQ(modelled_time(Meters{}).peak_share, 0);
}

}  // namespace
}  // namespace gridmark::channel

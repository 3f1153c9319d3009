// Does the data arrive, and how often did it travel?
#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {
namespace {

testing::AssertionResult multiplies(int n) {
  HelloMatmul op = random_product(n);
  return multiplies(op);
}

double operations() { return static_cast<double>(meters().flops.operations()); }

/// Each step is done by a kernel, not beside one.
testing::AssertionResult steps_on_the_device(bool resident) {
  if (!somebody_counts()) return testing::AssertionSuccess();
  Step op = some_steps(resident, static_cast<std::size_t>(any_between(500, 900)), any_between(3, 6));
  if (auto asked = channel::ask(op, Flavour::counted); !asked) return asked;
  if (auto right = values_right(op); !right) return right;
  const double values = static_cast<double>(op.before.size()) * op.steps;
  return channel::above_floors(op.subject(), {{"bytes stored in global memory",
                                            static_cast<double>(meters().stores.bytes), 4 * values},
                                           {"floating-point operations", operations(), 2 * values}});
}

TEST(HelloMatmul, OneElement) { EXPECT_TRUE(multiplies(1)); }
TEST(HelloMatmul, OddSize) { EXPECT_TRUE(multiplies(37)); }
TEST(HelloMatmul, PowerOfTwo) { EXPECT_TRUE(multiplies(128)); }
TEST(HelloMatmul, AThousand) {
  HelloMatmul op = random_product(1000);
  EXPECT_TRUE(multiplies(op));
}

TEST(HelloMatmul, OnTheDevice) {
  if (!somebody_counts()) return;
  HelloMatmul op = random_product(any_between(40, 90));
  ASSERT_TRUE(multiplies(op, Flavour::counted));
  const double n = op.n;
  EXPECT_TRUE(channel::above_floors(
      op.subject(), {{"launches", static_cast<double>(meters().launches), 1},
                     {"bytes stored in global memory", static_cast<double>(meters().stores.bytes), 4 * n * n},
                     {"floating-point operations", operations(), 2 * n * n * n}}));
}

TEST(TimeTransfers, OneMegabyte) { EXPECT_TRUE(times_right(250'000)); }
TEST(TimeTransfers, OneFloat) { EXPECT_TRUE(times_right(1)); }

TEST(CopyRowsOneByOne, TenThousandRows) { EXPECT_TRUE(copies_rows(false, 10'000, 32, 40)); }
TEST(CopyRowsOneByOne, OneRow) { EXPECT_TRUE(copies_rows(false, 1, 5, 5)); }

TEST(CopyRowsAtOnce, TenThousandRows) { EXPECT_TRUE(copies_rows(true, 10'000, 32, 40)); }
TEST(CopyRowsAtOnce, NothingBetweenTheRows) { EXPECT_TRUE(copies_rows(true, 64, 48, 48)); }

TEST(StepWithRoundTrips, AHundred) { EXPECT_TRUE(steps_right(false, 5000, 100)); }
TEST(StepResident, AHundred) { EXPECT_TRUE(steps_right(true, 5000, 100)); }
TEST(StepResident, OneStep) { EXPECT_TRUE(steps_right(true, 1, 1)); }

TEST(StepWithRoundTrips, OnTheDevice) { EXPECT_TRUE(steps_on_the_device(false)); }
TEST(StepResident, OnTheDevice) { EXPECT_TRUE(steps_on_the_device(true)); }

TEST(PinnedMemory, IsPageLockedAndDoesNotWait) { EXPECT_TRUE(uploads(100'000)); }

}  // namespace
}  // namespace gridmark::lab0

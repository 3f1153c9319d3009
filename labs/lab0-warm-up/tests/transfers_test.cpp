// The copied values, and the number of copies.
#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {
namespace {

testing::AssertionResult multiplies(int n) {
  HelloMatmul op = random_product(n);
  return multiplies(op);
}

double operations() { return static_cast<double>(meters().flops.operations()); }

channel::In<float> no_values() { return channel::In<float>(std::vector<float>()); }

/// In arrays for three rows of five.
CopyRows some_rows(bool at_once, int rows, int columns) {
  return {at_once, rows, columns, 5, channel::In<float>(any_values(15)), channel::Out<float>(15)};
}

testing::AssertionResult refuses_rows(bool at_once) {
  constexpr std::pair<int, int> refused[] = {{0, 5}, {3, 0}, {-1, 5}, {3, -1}};
  for (const auto& [rows, columns] : refused)
    if (auto right = channel::refuses_sizes(some_rows(at_once, rows, columns)); !right) return right;
  return testing::AssertionSuccess();
}

testing::AssertionResult refuses_steps(bool resident) {
  for (const int steps : {0, -1})
    if (auto right = channel::refuses_sizes(some_steps(resident, 10, steps)); !right) return right;
  return channel::refuses_sizes(some_steps(resident, 0, 3));
}

/// A kernel must do each step. A kernel that runs next to a step on the host is not enough.
testing::AssertionResult steps_on_the_device(bool resident) {
  if (!somebody_counts()) return testing::AssertionSuccess();
  Step op = some_steps(resident, static_cast<std::size_t>(any_between(500, 900)), any_between(3, 6));
  if (auto asked = channel::ask(op, Flavour::counted); !asked) return asked;
  if (auto right = values_right(op); !right) return right;
  if (auto single = channel::keeps(op, channel::double_precision()); !single) return single;
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
  ASSERT_TRUE(channel::keeps(op, channel::double_precision()));
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

// Sizes below 1 must return cudaErrorInvalidValue, in every function of the file.
TEST(HelloMatmul, RefusesSizesBelowOne) {
  for (const int n : {0, -1}) {
    HelloMatmul op = random_product(1);
    op.n = n;
    ASSERT_TRUE(channel::refuses_sizes(op));
  }
}
TEST(TimeTransfers, RefusesNothing) {
  TimeTransfers op;
  op.host = no_values();
  EXPECT_TRUE(channel::refuses_sizes(op));
}
TEST(CopyRowsOneByOne, RefusesSizesBelowOne) { EXPECT_TRUE(refuses_rows(false)); }
TEST(CopyRowsAtOnce, RefusesSizesBelowOne) { EXPECT_TRUE(refuses_rows(true)); }
TEST(StepWithRoundTrips, RefusesSizesBelowOne) { EXPECT_TRUE(refuses_steps(false)); }
TEST(StepResident, RefusesSizesBelowOne) { EXPECT_TRUE(refuses_steps(true)); }
TEST(PinnedMemory, RefusesNothing) {
  Upload op;
  op.values = no_values();
  ASSERT_TRUE(channel::refuses_sizes(op));
  EXPECT_TRUE(channel::refuses_sizes(RefusedUpload()));
}
// All of them return the error of a failed CUDA call.
TEST(HelloMatmul, ReturnsErrors) { EXPECT_TRUE(channel::tells_errors(random_product(5))); }
TEST(TimeTransfers, ReturnsErrors) {
  TimeTransfers op;
  op.host = channel::In<float>(any_values(9));
  op.back = channel::Out<float>(9);
  EXPECT_TRUE(channel::tells_errors(op));
}
TEST(CopyRowsOneByOne, ReturnsErrors) { EXPECT_TRUE(channel::tells_errors(some_rows(false, 3, 5))); }
TEST(CopyRowsAtOnce, ReturnsErrors) { EXPECT_TRUE(channel::tells_errors(some_rows(true, 3, 5))); }
TEST(StepWithRoundTrips, ReturnsErrors) { EXPECT_TRUE(channel::tells_errors(some_steps(false, 9, 2))); }
TEST(StepResident, ReturnsErrors) { EXPECT_TRUE(channel::tells_errors(some_steps(true, 9, 2))); }
TEST(PinnedMemory, ReturnsErrors) {
  EXPECT_TRUE(channel::tells_errors(RefusedUpload{.count = 1}));
}

}  // namespace
}  // namespace gridmark::lab0

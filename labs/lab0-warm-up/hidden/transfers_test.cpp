// Sizes and values that the handout does not name.
#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {
namespace {

TEST(HelloMatmul, AnySize) {
  HelloMatmul op = random_product(any_between(2, 200));
  EXPECT_TRUE(multiplies(op));
}
TEST(HelloMatmul, Negatives) {
  HelloMatmul op = random_product(50, -2, -1);
  EXPECT_TRUE(multiplies(op));
}
// The second answer must come from the second inputs.
TEST(HelloMatmul, TwiceInARow) {
  HelloMatmul first = random_product(60), second = random_product(60);
  EXPECT_TRUE(multiplies(first));
  EXPECT_TRUE(multiplies(second));
}

TEST(TimeTransfers, AnyCount) {
  EXPECT_TRUE(times_right(static_cast<std::size_t>(any_between(10'000, 1'000'000))));
}

TEST(CopyRowsOneByOne, AnyRows) {
  const int columns = any_between(1, 90);
  EXPECT_TRUE(copies_rows(false, any_between(2, 500), columns, columns + any_between(1, 30)));
}
TEST(CopyRowsAtOnce, AnyRows) {
  const int columns = any_between(1, 90);
  EXPECT_TRUE(copies_rows(true, any_between(2, 5000), columns, columns + any_between(1, 30)));
}

TEST(StepWithRoundTrips, AnyNumber) {
  EXPECT_TRUE(steps_right(false, static_cast<std::size_t>(any_between(1, 3000)), any_between(2, 30)));
}
TEST(StepResident, AnyNumber) {
  EXPECT_TRUE(steps_right(true, static_cast<std::size_t>(any_between(1, 3000)), any_between(2, 30)));
}

TEST(PinnedMemory, AnySize) { EXPECT_TRUE(uploads(static_cast<std::size_t>(any_between(1, 200'000)))); }

}  // namespace
}  // namespace gridmark::lab0

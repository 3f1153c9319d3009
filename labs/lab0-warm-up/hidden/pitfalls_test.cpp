// Shapes and strides that the handout does not name.
#include "labs/lab0-warm-up/tests/pitfall.h"

namespace gridmark::lab0 {
namespace {

using Look = Flatten::Look;

TEST(DeviceMismatch, AnyCount) {
  EXPECT_TRUE(adds(true, false, static_cast<std::size_t>(any_between(1, 900))));
}

TEST(StridedCopy, BothStridesLarge) {
  auto op = strided(any_between(2, 70), any_between(2, 70), 300, 3);
  EXPECT_TRUE(copies_strided(op));
}
TEST(StridedCopy, EveryRowTheSame) {
  auto op = strided(9, any_between(2, 200), 0, 1);
  EXPECT_TRUE(copies_strided(op));
}
TEST(StridedCopy, TallAndThin) {
  auto op = strided(1000, 2, 2, 1);
  EXPECT_TRUE(copies_strided(op));
}

TEST(Flattened, AnyTransposed) {
  EXPECT_TRUE(flattens(Look::transposed, any_between(2, 60), any_between(2, 60)));
}
// At least two columns. A single one can be viewed, because its elements lie one row apart.
TEST(Flattened, AnyColumns) {
  EXPECT_TRUE(flattens(Look::strip, any_between(2, 30), 40, any_between(1, 20), any_between(2, 15)));
}

TEST(InPlaceHazard, AnyCount) { EXPECT_TRUE(is_caught(static_cast<std::size_t>(any_between(1, 400)))); }
TEST(WithoutHazard, AnyCount) { EXPECT_TRUE(is_avoided(static_cast<std::size_t>(any_between(1, 400)))); }

}  // namespace
}  // namespace gridmark::lab0

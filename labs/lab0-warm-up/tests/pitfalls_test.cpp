// Places, strides and values that change too early.
#include "labs/lab0-warm-up/tests/pitfall.h"

namespace gridmark::lab0 {
namespace {

using Look = Flatten::Look;

TEST(DeviceMismatch, HostAndDevice) { EXPECT_TRUE(adds(false, true, 100)); }
TEST(DeviceMismatch, DeviceAndHost) { EXPECT_TRUE(adds(true, false, 100)); }
TEST(DeviceMismatch, BothOnTheDevice) { EXPECT_TRUE(adds(true, true, 33)); }
TEST(DeviceMismatch, BothOnTheHost) { EXPECT_TRUE(adds(false, false, 33)); }

TEST(StridedCopy, OneElement) {
  auto op = strided(1, 1, 1, 1);
  EXPECT_TRUE(copies_strided(op));
}
TEST(StridedCopy, PaddedRows) {
  auto op = strided(31, 17, 24, 1);
  EXPECT_TRUE(copies_strided(op));
}
TEST(StridedCopy, Transposed) {
  auto op = strided(40, 65, 1, 40);
  EXPECT_TRUE(copies_strided(op));
}
TEST(Flattened, AWholeMatrixIsAView) { EXPECT_TRUE(flattens(Look::whole, 24, 18)); }
TEST(Flattened, ATransposedMatrixIsACopy) { EXPECT_TRUE(flattens(Look::transposed, 24, 18)); }
TEST(Flattened, SomeColumnsAreACopy) { EXPECT_TRUE(flattens(Look::strip, 12, 20, 3, 8)); }

TEST(InPlaceHazard, BackwardSaysSo) { EXPECT_TRUE(is_caught(50)); }
TEST(WithoutHazard, TheGradientIsRight) { EXPECT_TRUE(is_avoided(50)); }

}  // namespace
}  // namespace gridmark::lab0

// Devices, strides, and values that are changed too early.
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
TEST(StridedCopy, OnTheGivenStream) {
  auto op = strided(20, 33, 1, 20);
  op.circumstance = channel::Circumstance::own_stream;
  const auto right = copies_strided(op, channel::stream_flavour());
  ASSERT_TRUE(channel::keeps(op, channel::stray_work()));
  EXPECT_TRUE(right);
}
TEST(StridedCopy, ReturnsLaunchErrors) {
  auto op = strided(3, 5, 5, 1);
  op.from = channel::In<float>(any_values(15));
  op.to = channel::Out<float>(15);
  EXPECT_TRUE(channel::tells_errors(op));
}
TEST(StridedCopy, RefusesSizesBelowOne) {
  constexpr std::pair<int, int> refused[] = {{0, 5}, {3, 0}, {-1, 5}, {3, -1}};
  for (const auto& [rows, columns] : refused) {
    auto op = strided(rows, columns, 5, 1);
    op.from = channel::In<float>(any_values(15));
    op.to = channel::Out<float>(15);
    ASSERT_TRUE(channel::refuses_sizes(op));
  }
}
TEST(Flattened, AWholeMatrixIsAView) { EXPECT_TRUE(flattens(Look::whole, 24, 18)); }
TEST(Flattened, ATransposedMatrixIsACopy) { EXPECT_TRUE(flattens(Look::transposed, 24, 18)); }
TEST(Flattened, SomeColumnsAreACopy) { EXPECT_TRUE(flattens(Look::strip, 12, 20, 3, 8)); }

TEST(InPlaceHazard, BackwardSaysSo) { EXPECT_TRUE(is_caught(50)); }
TEST(WithoutHazard, TheGradientIsRight) { EXPECT_TRUE(is_avoided(50)); }

}  // namespace
}  // namespace gridmark::lab0

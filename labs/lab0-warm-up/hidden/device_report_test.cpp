// Numbers of devices that the handout does not name.
#include "labs/lab0-warm-up/tests/devices.h"

namespace gridmark::lab0 {
namespace {

TEST(CountDevices, Many) { EXPECT_TRUE(counts(any_between(4, 8))); }
TEST(DescribeDevice, TheLastOfMany) { EXPECT_TRUE(describes(5, 4, any_between(1, 3), any_between(0, 4))); }
TEST(SelectDevice, AnyOfMany) { EXPECT_TRUE(selects(5, any_between(0, 4), any_between(0, 4))); }
TEST(SelectDevice, FarTooLarge) { EXPECT_TRUE(selects(3, 1 << 20, 2)); }
TEST(DeviceReport, Many) { EXPECT_TRUE(reports(4, any_between(0, 3))); }

}  // namespace
}  // namespace gridmark::lab0

// The report with one device, with several and with none.
#include "labs/lab0-warm-up/tests/devices.h"

namespace gridmark::lab0 {
namespace {

TEST(CountDevices, One) { EXPECT_TRUE(counts(1)); }
TEST(CountDevices, Two) { EXPECT_TRUE(counts(2)); }
TEST(CountDevices, None) { EXPECT_TRUE(counts(0)); }

TEST(DescribeDevice, TheOnlyOne) { EXPECT_TRUE(describes(1, 0, 0, 0)); }
TEST(DescribeDevice, AnotherThanTheCurrentOne) { EXPECT_TRUE(describes(2, 1, 0, 1)); }
TEST(DescribeDevice, NoSuchDevice) { EXPECT_TRUE(describes(2, 2, 1)); }

TEST(ReadVersions, DriverAndRuntime) {
  AskDevices op;
  op.question = Question::versions;
  EXPECT_TRUE(all_right(op, {"driver_major", "driver_minor", "runtime_major", "runtime_minor"}));
}

TEST(SelectDevice, TheSecond) { EXPECT_TRUE(selects(2, 1, 0)); }
TEST(SelectDevice, NoSuchDevice) { EXPECT_TRUE(selects(2, 2, 1)); }
TEST(SelectDevice, BelowZero) { EXPECT_TRUE(selects(1, -1, 0)); }

TEST(DeviceReport, OneLine) { EXPECT_TRUE(reports(1, 0)); }
TEST(DeviceReport, ALineForEach) { EXPECT_TRUE(reports(3, 1)); }
TEST(DeviceReport, NoDevice) { EXPECT_TRUE(reports(0)); }

}  // namespace
}  // namespace gridmark::lab0

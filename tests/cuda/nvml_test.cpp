#include "labkit/cuda/nvml.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gridmark::cuda {
namespace {

TEST(Nvml, IsMissingInWords) {
  const Nvml nvml("libno-such-library.so.1");
  EXPECT_EQ(nvml.missing(), "libno-such-library.so.1 is not installed. It comes with NVIDIA's driver");
  EXPECT_FALSE(nvml.state_of("GPU-test"));
  EXPECT_EQ(nvml.driver_version(), "");
}

TEST(Nvml, ThatDoesNotStartIsMissing) {
  setenv("FAKE_NVML_FAILS", "1", 1);
  EXPECT_EQ(Nvml(FAKE_NVML).missing(), "nvmlInit gives error 999");
  unsetenv("FAKE_NVML_FAILS");
}

TEST(Nvml, TellsClocksMemoryAndWhyAGpuIsSlow) {
  setenv("FAKE_SM_MHZ", "1410", 1);
  const Nvml nvml(FAKE_NVML);
  ASSERT_EQ(nvml.missing(), "");
  EXPECT_EQ(nvml.driver_version(), "550.54.15");
  const auto state = nvml.state_of("GPU-test");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->sm_mhz, 1410u);
  EXPECT_EQ(state->memory_mhz, 1215u);
  EXPECT_EQ(state->used_bytes, 10u);
  EXPECT_EQ(state->slowed_by, 0x24u);
  EXPECT_FALSE(nvml.state_of("GPU-other"));
}

TEST(Nvml, AClockThatIsNotKnownIsZero) {
  unsetenv("FAKE_SM_MHZ");
  EXPECT_EQ(Nvml(FAKE_NVML).state_of("GPU-test")->sm_mhz, 0u);
}

}  // namespace
}  // namespace gridmark::cuda

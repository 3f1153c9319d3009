#include "grader/pipeline/hold_gpu.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

TEST(HoldGpu, WhoeverMeasuresHasItAloneAndSaysWhatFor) {
  const system::TempFolder folder = system::TempFolder::make().value();
  setenv("GRIDMARK_GPU_LEASES", folder.path().c_str(), 1);
  const system::StopFlag never;
  const auto first = hold_gpu("GPU-1", "test lab1", never, {});
  ASSERT_TRUE(first) << message_of(first.error());
  system::StopFlag stop;
  std::string told;
  const auto second = hold_gpu("GPU-1", "grade lab2", stop, [&](const std::string& words) {
    told = words;
    stop.request();
  });
  EXPECT_FALSE(second);
  EXPECT_NE(told.find("test lab1"), std::string::npos) << told;
  EXPECT_TRUE(hold_gpu("GPU-2", "grade lab2", never, {}));
  unsetenv("GRIDMARK_GPU_LEASES");
}

TEST(HoldGpu, TheEmulatedDeviceIsForAll) {
  const system::StopFlag never;
  const auto held = hold_gpu("", "grade lab1", never, {});
  ASSERT_TRUE(held);
  EXPECT_FALSE(held->has_value());
}

}  // namespace
}  // namespace gridmark::pipeline

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
  const auto first = hold_gpus({"GPU-1"}, "test lab1", never, {});
  ASSERT_TRUE(first) << message_of(first.error());
  system::StopFlag stop;
  std::string told;
  const auto second = hold_gpus({"GPU-1"}, "grade lab2", stop, [&](const std::string& words) {
    told = words;
    stop.request();
  });
  EXPECT_FALSE(second);
  EXPECT_NE(told.find("test lab1"), std::string::npos) << told;
  EXPECT_TRUE(hold_gpus({"GPU-2"}, "grade lab2", never, {}));
  unsetenv("GRIDMARK_GPU_LEASES");
}

/// A run with several GPUs has all of them. It holds none while it waits for one that is earlier in the
/// order.
TEST(HoldGpu, SeveralAreTakenInTheOrderOfTheirNames) {
  const system::TempFolder folder = system::TempFolder::make().value();
  setenv("GRIDMARK_GPU_LEASES", folder.path().c_str(), 1);
  const system::StopFlag never;
  {
    const auto both = hold_gpus({"GPU-2", "GPU-1"}, "grade lab3", never, {});
    ASSERT_TRUE(both) << message_of(both.error());
    EXPECT_EQ(both->size(), 2u);
    for (const char* gpu : {"GPU-1", "GPU-2"}) {
      system::StopFlag stop;
      EXPECT_FALSE(hold_gpus({gpu}, "grade lab2", stop, [&](const std::string&) { stop.request(); })) << gpu;
    }
  }
  const auto first = hold_gpus({"GPU-1"}, "grade lab2", never, {});
  system::StopFlag stop;
  EXPECT_FALSE(hold_gpus({"GPU-2", "GPU-1"}, "grade lab3", stop, [&](const std::string&) {
    EXPECT_TRUE(hold_gpus({"GPU-2"}, "grade lab4", never, {})) << "it waits for GPU-1 and has nothing yet";
    stop.request();
  }));
  unsetenv("GRIDMARK_GPU_LEASES");
}

TEST(HoldGpu, TheEmulatedDeviceIsForAll) {
  const system::StopFlag never;
  const auto held = hold_gpus({}, "grade lab1", never, {});
  ASSERT_TRUE(held);
  EXPECT_TRUE(held->empty());
}

}  // namespace
}  // namespace gridmark::pipeline

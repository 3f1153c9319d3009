#include "grader/core/device_choice.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

CudaMachine nothing() {
  CudaMachine machine;
  machine.problem = "NVIDIA's driver is not installed (libcuda.so.1 was not found)";
  return machine;
}

CudaMachine compiler_alone() {
  CudaMachine machine = nothing();
  machine.nvcc = "/usr/local/cuda/bin/nvcc";
  machine.nvcc_version = "13.0";
  machine.prebuilt = true;
  return machine;
}

CudaMachine with_gpu() {
  CudaMachine machine = compiler_alone();
  machine.problem = "";
  machine.gpus = {{"Test GPU", "GPU-1", 8, 0, 1}, {"Other GPU", "GPU-2", 8, 0, 1}};
  machine.driver = "550.54.15";
  return machine;
}

Lab any_lab() {
  Lab lab;
  lab.name = "lab1";
  return lab;
}

std::string complaint(const std::string& wish, const CudaMachine& machine, const Lab& lab = any_lab()) {
  const auto choice = choose_device(wish, machine, lab);
  return choice ? "no complaint" : choice.error().message;
}

TEST(DeviceChoice, AutoTakesTheFirstGpuThatCanBeUsed) {
  const auto choice = choose_device("auto", with_gpu(), any_lab());
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->device, Device::cuda);
  EXPECT_EQ(choice->gpus, std::vector<std::string>{"GPU-1"});
  EXPECT_EQ(choice->gpu_words, "Test GPU, driver 550.54.15");
  EXPECT_FALSE(choice->compile_only);
}

TEST(DeviceChoice, ALabGetsAsManyGpusAsItAsksFor) {
  Lab lab = any_lab();
  lab.gpus = 2;
  const auto choice = choose_device("cuda", with_gpu(), lab);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->gpus, (std::vector<std::string>{"GPU-1", "GPU-2"}));
  EXPECT_EQ(choice->gpu_words, "2 x Test GPU, driver 550.54.15");
  lab.gpus = 3;
  const std::string words = "lab1 needs 3 GPUs, and CUDA_VISIBLE_DEVICES shows 2";
  EXPECT_EQ(complaint("cuda", with_gpu(), lab), words + ": use --device emulated, or show more of them");
  EXPECT_EQ(choose_device("auto", with_gpu(), lab)->device, Device::emulated);
  EXPECT_EQ(choose_device("auto", with_gpu(), lab)->note, words);
}

TEST(DeviceChoice, AutoIsTheEmulatedDeviceWhereNoGpuIs) {
  for (const CudaMachine& machine : {nothing(), compiler_alone()}) {
    const auto choice = choose_device("auto", machine, any_lab());
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->device, Device::emulated);
    EXPECT_EQ(choice->note, "") << "nobody asked for a GPU";
  }
}

TEST(DeviceChoice, AGpuThatIsLeftOutIsSaid) {
  CudaMachine machine = with_gpu();
  machine.nvcc = "";
  const auto without_compiler = choose_device("auto", machine, any_lab());
  EXPECT_EQ(without_compiler->device, Device::emulated);
  EXPECT_NE(without_compiler->note.find("Test GPU is not used: the CUDA toolkit is not installed"),
            std::string::npos);
  machine = with_gpu();
  machine.prebuilt = false;
  EXPECT_NE(choose_device("auto", machine, any_lab())->note.find("are not built"), std::string::npos);
}

TEST(DeviceChoice, ACompilerWithoutAGpuCompilesAndSaysThatNothingRuns) {
  const auto choice = choose_device("cuda", compiler_alone(), any_lab());
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->compile_only);
  EXPECT_EQ(
      choice->note,
      "nvcc 13.0 compiles for the cuda device here, and nothing can run: NVIDIA's driver is not installed "
      "(libcuda.so.1 was not found)");
}

TEST(DeviceChoice, WithNeitherTheMessageNamesBoth) {
  const std::string words = complaint("cuda", nothing());
  EXPECT_NE(words.find("libcuda.so.1"), std::string::npos) << words;
  EXPECT_NE(words.find("nvcc"), std::string::npos) << words;
  EXPECT_NE(words.find("--device emulated needs neither"), std::string::npos) << words;
}

TEST(DeviceChoice, PartsThatAreNotBuiltAreNamedWithTheCommand) {
  CudaMachine machine = with_gpu();
  machine.prebuilt = false;
  EXPECT_NE(complaint("cuda", machine).find("ninja -C build/release cuda"), std::string::npos);
}

TEST(DeviceChoice, ALabMayKnowOneDeviceOnly) {
  Lab lab = any_lab();
  lab.devices = {Device::emulated};
  EXPECT_EQ(choose_device("auto", with_gpu(), lab)->device, Device::emulated);
  EXPECT_EQ(complaint("cuda", with_gpu(), lab),
            "lab1 is graded on the emulated device only: use --device emulated");
  lab.devices = {Device::cuda};
  EXPECT_EQ(complaint("emulated", with_gpu(), lab),
            "lab1 is graded on the cuda device only: use --device cuda");
}

TEST(DeviceChoice, TheMachineIsDescribedInALine) {
  EXPECT_EQ(describe(with_gpu()), "Test GPU and 1 more, driver 550.54.15; nvcc 13.0");
  EXPECT_EQ(describe(nothing()), "NVIDIA's driver is not installed (libcuda.so.1 was not found); no nvcc");
}

}  // namespace
}  // namespace gridmark

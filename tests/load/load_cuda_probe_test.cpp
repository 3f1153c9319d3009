#include "grader/load/load_cuda_probe.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

TEST(LoadCudaProbe, ReadsAMachineWithAGpu) {
  const auto machine = load_cuda_probe(
      R"({"version":1,"problem":"","cuda":12040,"driver":"550.54.15","gpus":[
        {"name":"Test GPU","uuid":"GPU-1","compute_capability":[8,6],"memory_bytes":42949672960}]})");
  ASSERT_TRUE(machine) << message_of(machine.error());
  EXPECT_TRUE(machine->has_gpu());
  EXPECT_EQ(machine->gpus.at(0).uuid, "GPU-1");
  EXPECT_EQ(machine->gpus.at(0).minor, 6);
  EXPECT_EQ(machine->gpus.at(0).memory_bytes, 42949672960u);
  EXPECT_EQ(machine->nvcc, "") << "the probe knows no compiler";
}

TEST(LoadCudaProbe, ReadsWhyThereIsNone) {
  const auto machine =
      load_cuda_probe(R"({"version":1,"problem":"no driver","cuda":0,"driver":"","gpus":[]})");
  ASSERT_TRUE(machine);
  EXPECT_FALSE(machine->has_gpu());
  EXPECT_EQ(machine->problem, "no driver");
}

TEST(LoadCudaProbe, RefusesWhatIsNone) {
  for (const char* text : {"", "{}", "[]", R"({"version":2,"problem":"","cuda":0,"driver":"","gpus":[]})",
                           R"({"version":1,"problem":"","cuda":0,"driver":"","gpus":[{"name":"x"}]})",
                           R"({"version":1,"problem":"","cuda":0,"driver":"","gpus":[
                             {"name":"x","uuid":"GPU-1","compute_capability":[8],"memory_bytes":1}]})"})
    EXPECT_FALSE(load_cuda_probe(text)) << text;
}

}  // namespace
}  // namespace gridmark::load

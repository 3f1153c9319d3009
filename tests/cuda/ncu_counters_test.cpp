// The tables have the format of `ncu --csv` and of `ncu --csv --page raw` (Nsight Compute CLI, "--csv"). They
// do not come from a run on a GPU.
#include "labkit/cuda/ncu_counters.h"

#include <gtest/gtest.h>

#include "labkit/cuda/emulated_profile.h"

namespace gridmark::cuda {
namespace {

constexpr const char* loaded = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";

constexpr const char* long_table = R"csv(==PROF== Connected to process 1234 (/worker)
==PROF== Profiling "tiled_kernel" - 0: 0%....50%....100% - 1 pass
"ID","Process ID","Kernel Name","Block Size","Grid Size","CC","Section Name","Metric Name","Metric Unit","Metric Value"
"0","1234","void tiled_kernel<16>(const float *, float *)","(16, 16, 1)","(16, 16, 1)","8.0","Command line profiler metrics","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","sector","131,072"
"0","1234","void tiled_kernel<16>(const float *, float *)","(16, 16, 1)","(16, 16, 1)","8.0","Command line profiler metrics","l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum","","0"
"1","1234","naive_kernel(const float *, float *)","(16, 16, 1)","(16, 16, 1)","8.0","Command line profiler metrics","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","sector","1048576"
==PROF== Disconnected from process 1234
)csv";

constexpr const char* wide_table = R"csv("ID","Kernel Name","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
"","","sector"
"0","tiled_kernel(const float *, float *)","131072"
)csv";

TEST(NcuCsv, OneLineForEachMetric) {
  const auto launches = read_ncu_csv(long_table);
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].kernel, "tiled_kernel");
  EXPECT_EQ(launches[0].values.at(loaded), 131072);
  EXPECT_EQ(launches[0].values.size(), 2u);
  EXPECT_EQ(launches[1].kernel, "naive_kernel");
  EXPECT_EQ(launches[1].values.at(loaded), 1048576);
}

TEST(NcuCsv, OneLineForEachLaunch) {
  const auto launches = read_ncu_csv(wide_table);
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].values.at(loaded), 131072);
}

// Counters need a permission that is missing on many machines (ERR_NVGPUCTRPERM).
TEST(NcuCsv, NothingWasPermittedIsNoLaunch) {
  EXPECT_TRUE(read_ncu_csv("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n").empty());
  EXPECT_TRUE(read_ncu_csv("\"ID\",\"Kernel Name\"\n\"0\"\n").empty());
  EXPECT_TRUE(read_ncu_csv("").empty());
}

TEST(NcuCsv, AValueThatIsNoNumberIsLeftOut) {
  const auto launches =
      read_ncu_csv("\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Value\"\n\"0\",\"k\",\"a__b\",\"n/a\"\n");
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_TRUE(launches[0].values.empty());
}

TEST(ComparedCounters, StandBesideThoseOfTheEmulatedDevice) {
  emulation::Meters meters;
  meters.loads.sectors = 131072;
  meters.shared.wavefronts = 40;
  meters.shared.ideal_wavefronts = 32;
  const LaunchCounters hardware{
      "tiled_kernel", {{loaded, 131080}, {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", 8}}};
  const auto compared = compare(meters, hardware);
  ASSERT_EQ(compared.size(), 2u);
  EXPECT_EQ(compared[0].name, "sectors loaded from global memory");
  EXPECT_EQ(compared[0].emulated, 131072);
  EXPECT_EQ(compared[0].hardware, 131080);
  EXPECT_EQ(compared[1].emulated, 8);
}

TEST(ComparedCounters, LaunchesOfOneKernelAddUp) {
  const auto sums = sums_of({{"b", {{loaded, 1}}}, {"a", {{loaded, 2}}}, {"b", {{loaded, 3}, {"other", 1}}}});
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].kernel, "a");
  EXPECT_EQ(sums[1].values.at(loaded), 4);
  EXPECT_EQ(sums[1].values.at("other"), 1);
}

TEST(ComparedCounters, AHundredthIsNoDifference) {
  EXPECT_TRUE(agree({"", "", 100, 101}));
  EXPECT_FALSE(agree({"", "", 100, 102}));
  EXPECT_FALSE(agree({"", "", 0, 1}));
  EXPECT_TRUE(agree({"", "", 0, 0}));
}

TEST(EmulatedProfile, InstancesOfATemplateAreOneKernel) {
  const auto kernels = read_emulated_profile(
      R"json({"kernels": [{"name": "void tile<16>(float*)", "loads": {"requests": 2, "sectors": 8}},
                      {"name": "tile<32>", "loads": {"sectors": 3}, "shared": {"wavefronts": 5}},
                      {"name": 7}, "hostile"]})json");
  ASSERT_TRUE(kernels);
  ASSERT_EQ(kernels->size(), 1u);
  EXPECT_EQ(kernels->at("tile").loads.sectors, 11u);
  EXPECT_EQ(kernels->at("tile").loads.requests, 2u);
  EXPECT_EQ(kernels->at("tile").shared.wavefronts, 5u);
}

TEST(EmulatedProfile, WhatIsNoneIsNothing) {
  for (const char* text : {"", "[]", "{\"kernels\": 1}", "{\"kernels\": [", "{}"})
    EXPECT_FALSE(read_emulated_profile(text)) << text;
  EXPECT_TRUE(
      read_emulated_profile(R"({"kernels": [{"name": "a", "loads": {"sectors": -1}}]})")->contains("a"));
}

TEST(ComparedCounters, AreTheOnesThatNcuIsAskedFor) {
  EXPECT_NE(compared_metrics().find(loaded), std::string::npos);
  EXPECT_EQ(compared_metrics().find(' '), std::string::npos);
}

}  // namespace
}  // namespace gridmark::cuda

// Tests the worker's side on a real device. Needs a GPU: tests/gpu/run.sh runs it.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "emulation/host_allocations.h"
#include "labkit/cuda/section.h"

namespace gridmark::cuda {
namespace {

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) continue;
}

__global__ void add_one(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1;
}

__global__ void write_far_away(int* words) { words[1ll << 40] = 1; }

constexpr long long some_cycles = 20'000'000;  // some 10 ms

double seconds_of_section(void (*work)()) {
  emulation::reset_meters();
  work();
  cudaDeviceSynchronize();
  emulation::read_meters();
  return static_cast<double>(take_sample().event_nanoseconds) * 1e-9;
}

TEST(Section, TimesAKernel) {
  const double nothing = seconds_of_section([] {}), something = seconds_of_section([] { spin<<<1, 1>>>(some_cycles); });
  EXPECT_GT(something, 4e-3);
  EXPECT_LT(nothing, 1e-3);
}

TEST(Section, HasTheWorkOfSideStreamsInIt) {
  EXPECT_GT(seconds_of_section([] {
              cudaStream_t stream = nullptr;
              cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
              spin<<<1, 1, 0, stream>>>(some_cycles);
            }),
            4e-3);
}

TEST(Section, EventsAndTheHostsClockAgree) {
  emulation::reset_meters();
  spin<<<1, 1>>>(some_cycles);
  cudaDeviceSynchronize();
  emulation::read_meters();
  const channel::DeviceSample sample = take_sample();
  const double events = static_cast<double>(sample.event_nanoseconds), host = static_cast<double>(sample.host_nanoseconds);
  EXPECT_NEAR(events / host, 1, 0.1);
  EXPECT_GT(sample.used_bytes, 0u);
}

TEST(Section, KnowsTheClockWhereTheDriverTellsIt) {
  seconds_of_section([] { spin<<<1, 1>>>(some_cycles); });
  emulation::reset_meters();
  spin<<<1, 1>>>(some_cycles);
  emulation::read_meters();
  const channel::DeviceSample sample = take_sample();
  if (sample.sm_mhz == 0) GTEST_SKIP() << "NVML tells no clock here";
  EXPECT_GT(sample.sm_mhz, 100u);
  EXPECT_LT(sample.sm_mhz, 10'000u);
}

/// Milliseconds of a kernel that reads and writes an array which fits into the cache.
double sweep_ms(float* values, int count) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  cudaEventRecord(begin);
  add_one<<<(count + 255) / 256, 256>>>(values, count);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  cudaEventDestroy(begin), cudaEventDestroy(end);
  return ms;
}

TEST(Section, BeginsWithAColdCache) {
  int l2_bytes = 0;
  cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, 0);
  const int count = l2_bytes / 4 / static_cast<int>(sizeof(float));
  float* values = nullptr;
  ASSERT_EQ(cudaMalloc(&values, static_cast<std::size_t>(count) * sizeof(float)), cudaSuccess);
  std::vector<double> warm, cold;
  for (int i = 0; i < 9; ++i) {
    sweep_ms(values, count);
    warm.push_back(sweep_ms(values, count));
    emulation::reset_meters();
    cold.push_back(sweep_ms(values, count));
    emulation::read_meters();
  }
  cudaFree(values);
  std::sort(warm.begin(), warm.end());
  std::sort(cold.begin(), cold.end());
  RecordProperty("warm_us", std::to_string(1e3 * warm[4]));
  RecordProperty("cold_us", std::to_string(1e3 * cold[4]));
  EXPECT_GT(cold[4], warm[4]);
}

TEST(Ledger, SeesAllocationsCopiesAndLaunches) {
  emulation::reset_meters();
  float* values = nullptr;
  std::vector<float> host(1000, 1.0f);
  ASSERT_EQ(cudaMalloc(&values, 4000), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(values, host.data(), 4000, cudaMemcpyHostToDevice), cudaSuccess);
  add_one<<<4, 250>>>(values, 1000);
  ASSERT_EQ(cudaMemcpy(host.data(), values, 4000, cudaMemcpyDefault), cudaSuccess);
  emulation::Meters seen = emulation::read_meters();
  EXPECT_EQ(seen.launches, 1u);
  EXPECT_EQ(seen.threads, 1000u);
  EXPECT_EQ(seen.host_to_device.bytes, 4000u);
  EXPECT_EQ(seen.device_to_host.bytes, 4000u);
  EXPECT_EQ(seen.peak_bytes, 4000u);
  ASSERT_EQ(emulation::live_allocations().size(), 1u);
  EXPECT_NE(emulation::live_allocations()[0].place.file.find("device_test.cu"), std::string::npos);
  ASSERT_EQ(cudaFree(values), cudaSuccess);
  EXPECT_TRUE(emulation::live_allocations().empty());
  EXPECT_EQ(host[0], 2.0f);
}

TEST(Ledger, MemoryInUseGrowsWithAnAllocation) {
  seconds_of_section([] {});
  emulation::reset_meters();
  emulation::read_meters();
  const auto before = take_sample().used_bytes;
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64u << 20), cudaSuccess);
  EXPECT_GE(take_sample().used_bytes, before + (64u << 20));
  cudaFree(memory);
}

void fault() {
  int* words = nullptr;
  cudaMalloc(&words, 4);
  write_far_away<<<1, 1>>>(words);
  channel::note_device_error(cudaDeviceSynchronize());
}

TEST(FaultDeathTest, AnErrorThatStaysEndsTheWorkerWithAMessage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(fault(), "illegal memory access in a kernel");
}

}  // namespace
}  // namespace gridmark::cuda

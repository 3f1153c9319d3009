// The meters: launches, copies, live and peak memory, and leaks with their lines.
#include <algorithm>

#include "device_buffer.h"
#include "emulation/meters.h"

namespace {

using gridmark::emulation::Meters;

__global__ void nothing() {}

class Ledger : public testing::Test {
 protected:
  void SetUp() override { gridmark::emulation::reset_meters(); }
};

TEST_F(Ledger, CountsLaunchesBlocksAndThreads) {
  nothing<<<dim3(2, 3), dim3(4, 5)>>>();
  nothing<<<1, 1>>>();
  EXPECT_EQ(gridmark::emulation::read_meters().launches, 0u);  // queued work is finished first
  cudaDeviceSynchronize();
  const Meters meters = gridmark::emulation::read_meters();
  EXPECT_EQ(meters.launches, 2u);
  EXPECT_EQ(meters.blocks, 7u);
  EXPECT_EQ(meters.threads, 121u);
  EXPECT_FALSE(meters.counted);
}

TEST_F(Ledger, CountsCopiesByDirection) {
  DeviceBuffer<char> a(100), b(100);  // two copies to the device
  cudaMemcpy(b, a, 60, cudaMemcpyDeviceToDevice);
  a.get();
  cudaDeviceSynchronize();
  const Meters meters = gridmark::emulation::read_meters();
  EXPECT_EQ(meters.host_to_device.count, 2u);
  EXPECT_EQ(meters.host_to_device.bytes, 200u);
  EXPECT_EQ(meters.device_to_device.bytes, 60u);
  EXPECT_EQ(meters.device_to_host.count, 1u);
  EXPECT_EQ(meters.device_to_host.bytes, 100u);
}

TEST_F(Ledger, PeakIsTheMostThatWasLiveAtOnce) {
  void *a, *b;
  const auto before = gridmark::emulation::read_meters().live_bytes;
  cudaMalloc(&a, 1000);
  cudaFree(a);
  cudaMalloc(&a, 300);
  cudaMalloc(&b, 400);
  const Meters meters = gridmark::emulation::read_meters();
  EXPECT_EQ(meters.allocations, 3u);
  EXPECT_EQ(meters.live_bytes - before, 700u);
  EXPECT_EQ(meters.peak_bytes - before, 1000u);
  gridmark::emulation::reset_meters();
  EXPECT_EQ(gridmark::emulation::read_meters().peak_bytes, meters.live_bytes);
  cudaFree(a);
  cudaFree(b);
}

__global__ void take_from_heap(int** block) { *block = static_cast<int*>(malloc(40)); }
__global__ void give_back(int** block) { free(*block); }

TEST_F(Ledger, WhatAKernelTakesFromTheHeapIsLiveMemory) {
  const int line = __LINE__ - 4;
  DeviceBuffer<int*> block(1);
  const auto before = gridmark::emulation::read_meters().live_bytes;
  const auto leaks_before = gridmark::emulation::live_allocations().size();
  take_from_heap<<<1, 1>>>(block);
  cudaDeviceSynchronize();
  EXPECT_EQ(gridmark::emulation::read_meters().live_bytes, before + 40);
  EXPECT_EQ(gridmark::emulation::read_meters().peak_bytes, before + 40);
  const auto live = gridmark::emulation::live_allocations();
  EXPECT_EQ(live.size(), leaks_before + 1);
  EXPECT_TRUE(std::any_of(live.begin(), live.end(), [&](const auto& one) { return one.place.line == line; }));
  give_back<<<1, 1>>>(block);
  cudaDeviceSynchronize();
  EXPECT_EQ(gridmark::emulation::read_meters().live_bytes, before);
  EXPECT_EQ(gridmark::emulation::live_allocations().size(), leaks_before);
}

TEST_F(Ledger, StreamsEventsAndGraphsAreCountedWhileTheyLive) {
  const auto objects = [] { return gridmark::emulation::read_meters().live_objects; };
  const auto before = objects();
  cudaStream_t stream;
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaGraphCreate(&graph, 0);
  cudaGraphInstantiate(&runnable, graph, 0);
  EXPECT_EQ(objects(), before + 4);
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  EXPECT_EQ(objects(), before);
}

TEST_F(Ledger, ALeakNamesTheLineThatAllocated) {
  const auto before = gridmark::emulation::live_allocations().size();
  float* first;
  void* second;
  cudaMalloc(&first, 400);
  cudaMalloc(&second, 8);
  const int line = __LINE__ - 2;
  const auto live = gridmark::emulation::live_allocations();
  ASSERT_EQ(live.size(), before + 2);
  EXPECT_EQ(live[before].bytes, 400u);
  EXPECT_EQ(live[before].place.line, line);
  EXPECT_NE(live[before].place.file.find("ledger_test.cu"), std::string::npos);
  EXPECT_EQ(live[before + 1].place.line, line + 1);
  cudaFree(first);
  cudaFree(second);
}

TEST_F(Ledger, WhatAStreamWillFreeIsNoLeak) {
  const auto before = gridmark::emulation::live_allocations().size();
  float* p;
  cudaMallocAsync(&p, 400, nullptr);
  const int line = __LINE__ - 1;
  ASSERT_EQ(gridmark::emulation::live_allocations().size(), before + 1);
  EXPECT_EQ(gridmark::emulation::live_allocations().back().place.line, line);
  cudaFreeAsync(p, nullptr);
  EXPECT_EQ(gridmark::emulation::live_allocations().size(), before);
  cudaDeviceSynchronize();
  EXPECT_EQ(gridmark::emulation::live_allocations().size(), before);
}

TEST_F(Ledger, AddressesAreTheSameInEveryRun) {
  void* p;
  cudaMalloc(&p, 256);
#ifdef __SANITIZE_THREAD__
  constexpr std::uintptr_t arena = 0x00;  // as low as ThreadSanitizer requires
#else
  constexpr std::uintptr_t arena = 0x20;
#endif
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) >> 40, arena);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 256, 0u);
  cudaFree(p);
}

}  // namespace

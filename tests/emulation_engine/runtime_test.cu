// Errors, copies, symbols, memory limits and the device's properties.
#include <cstdlib>
#include <cstring>
#include <string>

#include "device_buffer.h"

namespace {

__global__ void nothing() {}

TEST(Errors, ABadLaunchShapeIsReportedOnceByGetLastError) {
  nothing<<<1, 2048>>>();
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST(Errors, EachLimitOfALaunchIsHeld) {
  const auto error_of = [](dim3 grid, dim3 block, size_t shared = 0) {
    nothing<<<grid, block, shared>>>();
    return cudaGetLastError();
  };
  EXPECT_EQ(error_of(1, 1024), cudaSuccess);
  EXPECT_EQ(error_of(0, 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(error_of(1, dim3(1, 0)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(error_of(1, dim3(1, 1, 65)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(error_of(dim3(1, 65536), 1), cudaErrorInvalidConfiguration);
  EXPECT_EQ(error_of(1, dim3(33, 32)), cudaErrorInvalidConfiguration);
}

__global__ void last_word(int* out) {
  extern __shared__ int words[];
  words[64 * 256 - 1] = 3;
  *out = words[64 * 256 - 1];
}

TEST(Errors, MoreThan48KibOfSharedMemoryMustBeAskedFor) {
  DeviceBuffer<int> out(1);
  last_word<<<1, 1, 64 * 1024>>>(out);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(last_word, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
  cudaGetLastError();
  EXPECT_EQ(cudaFuncSetAttribute(last_word, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024), cudaSuccess);
  last_word<<<1, 1, 64 * 1024>>>(out);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(out.get()[0], 3);
}

TEST(Errors, NamesAndWordsAreCudas) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST(Copies, ARangeThatLeavesItsAllocationIsRefused) {
  DeviceBuffer<char> device(100);
  std::vector<char> host(200);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 101, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device + 50, 51, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device, 0, 101), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(Copies, TheWrongDirectionIsRefused) {
  DeviceBuffer<char> device(16);
  char host[16];
  EXPECT_EQ(cudaMemcpy(host, device, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, device, 16, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(host, device, 16, cudaMemcpyDefault), cudaSuccess);
  cudaGetLastError();
}

TEST(Copies, RectanglesKeepTheirPitch) {
  int* device;
  std::size_t pitch;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 3 * sizeof(int), 2), cudaSuccess);
  EXPECT_EQ(pitch % 256, 0u);
  const std::vector<int> source{1, 2, 3, 4, 5, 6};
  std::vector<int> result(8, 0);
  cudaMemcpy2D(device, pitch, source.data(), 12, 12, 2, cudaMemcpyHostToDevice);
  cudaMemcpy2D(result.data(), 16, device, pitch, 12, 2, cudaMemcpyDeviceToHost);
  EXPECT_EQ(result, (std::vector<int>{1, 2, 3, 0, 4, 5, 6, 0}));
  EXPECT_EQ(cudaMemcpy2D(device, 8, source.data(), 12, 12, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  cudaGetLastError();
  cudaFree(device);
}

__constant__ float coefficients[4];
__device__ int counter;
__device__ int table[3] = {5, 6, 7};
__global__ void use_symbols(float* out) {
  const int t = threadIdx.x;
  out[t] = coefficients[t % 4] + table[t % 3];
  atomicAdd(&counter, 1);
}

TEST(Symbols, CopiesReachConstantAndDeviceVariables) {
  const float values[4] = {1, 2, 3, 4};
  int zero = 0, count = 0;
  ASSERT_EQ(cudaMemcpyToSymbol(coefficients, values, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbol(counter, &zero, sizeof zero), cudaSuccess);
  DeviceBuffer<float> out(12);
  use_symbols<<<1, 12>>>(out);
  ASSERT_EQ(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
  EXPECT_EQ(count, 12);
  EXPECT_EQ(out.get()[11], 4 + 7);
  float third;
  ASSERT_EQ(cudaMemcpyFromSymbol(&third, coefficients, sizeof third, 2 * sizeof(float)), cudaSuccess);
  EXPECT_EQ(third, 3);
}

TEST(Symbols, AnAddressOfASymbolIsADevicePointer) {
  void* address = nullptr;
  int value = 9;
  ASSERT_EQ(cudaGetSymbolAddress(&address, counter), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(address, &value, sizeof value, cudaMemcpyHostToDevice), cudaSuccess);
  value = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&value, counter, sizeof value), cudaSuccess);
  EXPECT_EQ(value, 9);
}

TEST(DeviceMemory, WhatDoesNotFitIsRefusedAndNothingIsLost) {
  std::size_t before, after, total;
  cudaMemGetInfo(&before, &total);
  void* huge = &total;
  EXPECT_EQ(cudaMalloc(&huge, total + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(huge, nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  cudaMemGetInfo(&after, &total);
  EXPECT_EQ(before, after);
  void *half, *rest;
  ASSERT_EQ(cudaMalloc(&half, before / 2 + 4096), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&rest, before / 2), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaFree(half), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&rest, before / 2), cudaSuccess);
  cudaFree(rest);
  cudaGetLastError();
}

// Runs again with GRIDMARK_DEVICE_MEMORY_MIB=64 (see CMakeLists.txt).
TEST(DeviceMemory, ItsSizeIsASetting) {
  const char* setting = std::getenv("GRIDMARK_DEVICE_MEMORY_MIB");
  std::size_t total, free;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
#ifdef __GRIDMARK__
  EXPECT_EQ(total, (setting ? std::strtoull(setting, nullptr, 10) : 8192) << 20);
#endif
  EXPECT_LE(free, total);
}

TEST(DeviceMemory, FreeingWhatWasNeverAllocatedIsAnError) {
  int on_the_host = 0;
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(&on_the_host), cudaErrorInvalidValue);
  char* p;
  cudaMalloc(&p, 100);
  EXPECT_EQ(cudaFree(p + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  cudaGetLastError();
}

#ifdef __GRIDMARK__
/// The address of the last of many large arrays, each freed at once, after the device's addresses wrapped.
char* after_a_round() {
  char *last = nullptr, *next = nullptr;
  do {
    last = next;
    EXPECT_EQ(cudaMalloc(&next, std::size_t{300} << 20), cudaSuccess);
    cudaFree(next);
  } while (next > last);
  return next;
}

// Arrays of 2 MiB and more begin at multiples of it. Here a live array is across such an address.
TEST(DeviceMemory, ALargeArrayOverlapsNoOther) {
  constexpr std::size_t small_bytes = 3 << 19, large_bytes = 3 << 20;
  char *gap, *kept, *large;
  char* const first = after_a_round();
  cudaMalloc(&gap, small_bytes);
  cudaMalloc(&kept, small_bytes);
  EXPECT_NE(reinterpret_cast<std::size_t>(gap) >> 21, reinterpret_cast<std::size_t>(kept + small_bytes) >> 21);
  cudaFree(gap);
  EXPECT_EQ(after_a_round(), first);
  ASSERT_EQ(cudaMalloc(&large, large_bytes), cudaSuccess);
  EXPECT_EQ(reinterpret_cast<std::size_t>(large) % (2 << 20), 0u);
  EXPECT_TRUE(large >= kept + small_bytes || large + large_bytes <= kept) << "overlap";
  cudaFree(kept);
  cudaFree(large);
}

TEST(DeviceMemory, FreshMemoryIsNotANumber) {
  float* p;
  float value = 0;
  cudaMalloc(&p, sizeof value);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  EXPECT_NE(value, value);
  cudaFree(p);
}

TEST(DeviceMemory, LargeAllocationsTakeNoRoomUntilTheyAreWritten) {
  float* p;
  float last = 0;
  const std::size_t bytes = std::size_t{6} << 30;  // may be more than the machine can spare
  ASSERT_EQ(cudaMalloc(&p, bytes), cudaSuccess);
  cudaMemcpy(&last, reinterpret_cast<char*>(p) + bytes - sizeof last, sizeof last, cudaMemcpyDeviceToHost);
  EXPECT_NE(last, last);
  cudaFree(p);
}
#endif

TEST(Device, SaysWhatItIs) {
  int count = 0, value = 0;
  cudaDeviceProp properties;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_EQ(properties.maxThreadsPerBlock, 1024);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(value, properties.multiProcessorCount);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimZ, 0), cudaSuccess);
  EXPECT_EQ(value, 64);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, 0), cudaSuccess);
  EXPECT_EQ(value, 48 * 1024);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaSetDevice(count), cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST(Device, OccupancyFollowsThreadsAndSharedMemory) {
  int blocks = 0, grid = 0, block = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0), cudaSuccess);
#ifdef __GRIDMARK__
  EXPECT_EQ(blocks, 8);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 40 * 1024);
  EXPECT_EQ(blocks, 4);
#endif
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing), cudaSuccess);
  EXPECT_GT(grid * block, 0);
}

}  // namespace

// Messages that a student reads when a program fails.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "device_buffer.h"
#include "emulation/meters.h"

namespace {

void just_end(const char*, const char*, int) {}

/// With a fault handler, a kernel's fault ends the process in all tests of this program.
const bool faults_end_the_process = (gridmark::emulation::set_fault_handler(just_end), true);

/// A death test's child starts as a new program. A plain fork would not have the device's threads, and a lock
/// that one of them held would stay locked.
struct DeathTestsStartAnew : testing::Environment {
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
const bool death_tests_start_anew = (testing::AddGlobalTestEnvironment(new DeathTestsStartAnew), true);

std::string line(int number) { return " at .*faults_test.cu:" + std::to_string(number); }

constexpr int write_at_line = __LINE__ + 1;
__global__ void write_at(float* p, int at) { p[at] = 1.0f; }

void run_write_at(float* p, int at) {
  write_at<<<1, 1>>>(p, at);
  cudaDeviceSynchronize();
}

TEST(FaultsDeathTest, AnAccessFarPastTheEndNamesBothLines) {
  float* p;
  cudaMalloc(&p, 1024);
  const int made = __LINE__ - 1;
  EXPECT_DEATH(run_write_at(p, 256 + 3),
               "gridmark: illegal memory access at 0x[0-9a-f]* by block \\(0,0,0\\) thread \\(0,0,0\\) in kernel "
               "write_at" +
                   line(write_at_line) + ": 12 bytes past the end of a 1024-byte allocation made" + line(made));
  cudaFree(p);
}

TEST(FaultsDeathTest, AnAccessBeforeTheStartFaults) {
  float* p;
  cudaMalloc(&p, 4096);
  EXPECT_DEATH(run_write_at(p, -1), "4 bytes before the start of a 4096-byte allocation");
  cudaFree(p);
}

TEST(FaultsDeathTest, AWriteIntoTheRoundingIsFoundWhenTheKernelEnds) {
  float* p;
  cudaMalloc(&p, 400);
  const int made = __LINE__ - 1;
  EXPECT_DEATH(run_write_at(p, 100),
               "illegal memory access in kernel write_at: it wrote just past the end of a 400-byte allocation made" +
                   line(made) + " ");
  EXPECT_DEATH(run_write_at(p, 103), "it wrote 12 bytes past the end of a 400-byte allocation");
  EXPECT_DEATH(run_write_at(p, -2), "it wrote 8 bytes before the start of a 400-byte allocation");
  cudaFree(p);
}

__global__ void write_bits(unsigned* p, int at, unsigned bits) { p[at] = bits; }

TEST(FaultsDeathTest, AWriteThatBeginsLikeTheCanaryIsFoundWhereItBegins) {
  unsigned* p;
  cudaMalloc(&p, 400);
  const auto run = [&](int at) {
    write_bits<<<1, 1>>>(p, at, 0x010203cb);
    cudaDeviceSynchronize();
  };
  EXPECT_DEATH(run(100), "it wrote just past the end of a 400-byte allocation");
  EXPECT_DEATH(run(103), "it wrote 12 bytes past the end of a 400-byte allocation");
  EXPECT_DEATH(run(-2), "it wrote 8 bytes before the start of a 400-byte allocation");
  cudaFree(p);
}

TEST(FaultsDeathTest, AnArrayWithANameIsCalledByIt) {
  float* p;
  cudaMalloc(&p, 400);
  gridmark::emulation::name_allocation(p, "c");
  EXPECT_DEATH(run_write_at(p, 100), "just past the end of the 400-byte array c \\(found");
  cudaFree(p);
}

TEST(FaultsDeathTest, UseAfterFreeSaysSo) {
  float* p;
  cudaMalloc(&p, 4096);
  const int made = __LINE__ - 1;
  cudaFree(p);
  EXPECT_DEATH(run_write_at(p, 2), "byte 8 of a 4096-byte allocation made" + line(made) + ", which was freed at ");
  float* next;
  cudaMalloc(&next, 4096);
  EXPECT_NE(next, p);
  cudaFree(next);
}

TEST(FaultsDeathTest, NullPointersSaySo) {
  EXPECT_DEATH(run_write_at(nullptr, 5),
               "null pointer used by block \\(0,0,0\\) thread \\(0,0,0\\) in kernel write_at" + line(write_at_line) +
                   " \\(address 0x14\\): argument 1 of the launch is null");
  float* nothing = nullptr;
  ASSERT_EQ(cudaMalloc(&nothing, 0), cudaSuccess);
  EXPECT_DEATH(run_write_at(nothing, 5),
               "argument 1 of the launch is null. The call" + line(__LINE__ - 2) + " asked for 0 bytes");
  volatile int* null = nullptr;
  EXPECT_DEATH(*null = 1, "null pointer used by host code" + line(__LINE__));
}

TEST(FaultsDeathTest, HostCodeMayNotTouchDeviceMemory) {
  DeviceBuffer<float> p(100);
  EXPECT_DEATH(std::printf("%f", p[3]),
               "host code used a device pointer" + line(__LINE__ - 1) + " \\(address 0x[0-9a-f]*: byte 12 of a 400-byte "
               "allocation made at .*\\): copy the data with cudaMemcpy first");
  EXPECT_DEATH(std::memset(p, 0, 400), "host code used a device pointer" + line(__LINE__));
}

TEST(Faults, ManagedMemoryIsForBoth) {
  float* p;
  cudaMallocManaged(&p, 400);
  p[3] = 2;
  run_write_at(p, 4);
  EXPECT_EQ(p[3] + p[4], 3);
  cudaFree(p);
}

__device__ void descend(int depth, int* out) {
  volatile int array[256];
  array[depth % 256] = depth;
  if (depth > 0) descend(depth - 1, out);
  *out = array[depth % 256];
}
__global__ void recurse(int depth, int* out) { descend(depth, out); }

TEST(FaultsDeathTest, AStackOverflowSaysSo) {
  DeviceBuffer<int> out(1);
  EXPECT_DEATH(
      {
        recurse<<<1, 2>>>(1000, out);
        cudaDeviceSynchronize();
      },
      "stack overflow by block \\(0,0,0\\) thread \\(0,0,0\\) in kernel recurse.*64 KiB");
}

constexpr int divide_line = __LINE__ + 1;
__global__ void divide(int* p, int by) { *p = 100 / by; }
__global__ void check(int* p) { assert(p == nullptr); }
__global__ void stop() { __trap(); }

TEST(FaultsDeathTest, DivisionByZeroAssertsAndTrapsAreNamed) {
  DeviceBuffer<int> p(1);
  const auto synchronized = [] { cudaDeviceSynchronize(); };
  EXPECT_DEATH((divide<<<1, 1>>>(p, 0), synchronized()),
               "integer division by zero by block .* in kernel divide" + line(divide_line));
  EXPECT_DEATH((check<<<1, 1>>>(p), synchronized()), "aborted .* in kernel check" + line(divide_line + 1));
  EXPECT_DEATH((stop<<<1, 1>>>(), synchronized()), "trap .* in kernel stop" + line(divide_line + 2));
}

__global__ void write_dynamic(int at) {
  extern __shared__ float values[];
  values[at] = 1.0f;
}

TEST(FaultsDeathTest, AnAccessPastTheDynamicSharedMemorySaysHowMuchThereWas) {
  write_dynamic<<<1, 1, 128>>>(31);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_DEATH((write_dynamic<<<1, 1, 128>>>(32), cudaDeviceSynchronize()),
               "illegal memory access by block .* past the end of the 128 bytes of dynamic shared memory");
}

/// Writes past the end of a shared array, up to the engine's own data for this thread.
__global__ void overrun_shared() {
  __shared__ float array[32];
  volatile float* end = reinterpret_cast<float*>(reinterpret_cast<char*>(&threadIdx) - 64);
  for (volatile float* p = array; p < end; ++p) *p = 1.0f;
}

TEST(FaultsDeathTest, WritingFarOutsideSharedArraysIsNoticed) {
  EXPECT_DEATH((overrun_shared<<<1, 1>>>(), cudaDeviceSynchronize()),
               "kernel overrun_shared wrote outside its __shared__ arrays in block \\(0,0,0\\)");
}

/// Overruns by a few bytes, where the engine's variables might be. The other threads still have to meet.
__global__ void overrun_shared_a_little(int past) {
  __shared__ float array[8];
  __syncthreads();
  static_cast<volatile float*>(array)[8 + threadIdx.x % past] = 1.0f;
  __syncthreads();
  __syncwarp();
}

TEST(FaultsDeathTest, WritingALittleOutsideSharedArraysIsNoticed) {
  for (const int past : {64, 96})  // other arrays are right after it
    EXPECT_DEATH((overrun_shared_a_little<<<8, 1024>>>(past), cudaDeviceSynchronize()),
                 "kernel overrun_shared_a_little wrote outside its __shared__ arrays in block ");
}

TEST(FaultsDeathTest, AnAbortOfTheHostNamesTheLine) {
  EXPECT_DEATH(std::abort(), "aborted .*by host code" + line(__LINE__));
}

void exit_with_line(const char* message, const char* file, int line) {
  std::fprintf(stderr, "handler: %d %d %d\n", std::strstr(message, "write_at") != nullptr,
               std::strstr(file, "faults_test.cu") != nullptr, line);
  std::fflush(stderr);
}

TEST(FaultsDeathTest, TheFaultHandlerHearsMessageFileAndLine) {
  EXPECT_DEATH(
      {
        gridmark::emulation::set_fault_handler(exit_with_line);
        run_write_at(nullptr, 0);
      },
      "handler: 1 1 " + std::to_string(write_at_line));
}

void fault_again(const char*, const char*, int) { *reinterpret_cast<volatile int*>(8) = 1; }

TEST(FaultsDeathTest, AFaultHandlerWithAFaultEndsTheProcess) {
  EXPECT_EXIT(
      {
        gridmark::emulation::set_fault_handler(fault_again);
        run_write_at(nullptr, 0);
      },
      testing::KilledBySignal(SIGSEGV), "in kernel write_at");
}

TEST(FaultsDeathTest, TheProcessEndsByTheSignal) {
  EXPECT_EXIT(run_write_at(nullptr, 0), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace

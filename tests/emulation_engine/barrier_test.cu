#include <string>

#include "device_buffer.h"

namespace {

__global__ void reverse(int* out, int count) {
  __shared__ int values[1024];
  const int t = threadIdx.x;
  if (t >= count) return;
  values[t] = t;
  __syncthreads();
  out[t] = values[count - 1 - t];
}

TEST(Barrier, EveryThreadSeesWhatOthersWroteBeforeIt) {
  DeviceBuffer<int> out(1024, -1);
  reverse<<<1, 1024>>>(out, 1024);
  const std::vector<int> got = out.get();
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(got[i], 1023 - i);
}

TEST(Barrier, ThreadsThatReturnedAreNotWaitedFor) {
  DeviceBuffer<int> out(256, -1);
  reverse<<<1, 256>>>(out, 200);
  EXPECT_EQ(out.get()[0], 199);
  EXPECT_EQ(out.get()[199], 0);
  EXPECT_EQ(out.get()[200], -1);
}

__global__ void leave_one_by_one(int* rounds) {
  for (int round = 0; round < static_cast<int>(threadIdx.x); ++round) __syncthreads();
  rounds[threadIdx.x] = threadIdx.x;
}

TEST(Barrier, ThreadsMayLeaveAtDifferentTimes) {
  DeviceBuffer<int> rounds(70, -1);
  leave_one_by_one<<<1, 70>>>(rounds);
  for (int i = 0; i < 70; ++i) ASSERT_EQ(rounds.get()[i], i);
}

__global__ void votes(int* out) {
  const int t = threadIdx.x;
  out[t * 3] = __syncthreads_count(t % 5 == 0);
  out[t * 3 + 1] = __syncthreads_or(t == 77) + 10 * __syncthreads_or(t == 96);
  out[t * 3 + 2] = __syncthreads_and(t < 96) + 10 * __syncthreads_and(t < 95);
}

TEST(Barrier, CountsAndVotesOverTheBlock) {
  DeviceBuffer<int> out(96 * 3);
  votes<<<1, 96>>>(out);
  const std::vector<int> got = out.get();
  for (int t = 0; t < 96; ++t) {
    ASSERT_EQ(got[t * 3], 20);
    ASSERT_EQ(got[t * 3 + 1], 1);
    ASSERT_EQ(got[t * 3 + 2], 1);
  }
}

__global__ void sum_dynamic(const float* in, float* out) {
  extern __shared__ float values[];
  const int t = threadIdx.x;
  values[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) values[t] += values[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = values[0];
}

TEST(SharedMemory, DynamicSharedMemoryHoldsAReduction) {
  DeviceBuffer<float> in(256 * 8, 1.0f), out(8);
  sum_dynamic<<<8, 256, 256 * sizeof(float)>>>(in, out);
  EXPECT_EQ(out.get(), std::vector<float>(8, 256.0f));
}

template <class T>
__global__ void reverse_bytes(T* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* values = reinterpret_cast<T*>(raw);
  values[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

TEST(SharedMemory, DynamicSharedMemoryOfOneNameServesSeveralTypes) {
  DeviceBuffer<double> doubles(32);
  DeviceBuffer<short> shorts(32);
  reverse_bytes<<<1, 32, 32 * sizeof(double)>>>(static_cast<double*>(doubles));
  reverse_bytes<<<1, 32, 32 * sizeof(short)>>>(static_cast<short*>(shorts));
  EXPECT_EQ(doubles.get()[0], 31.0);
  EXPECT_EQ(shorts.get()[31], 0);
}

extern __shared__ float namespace_scope[];
__global__ void swap_pairs(float* out) {
  namespace_scope[threadIdx.x] = 2.0f * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = namespace_scope[threadIdx.x ^ 1];
}

TEST(SharedMemory, DynamicSharedMemoryMayBeDeclaredAtNamespaceScope) {
  DeviceBuffer<float> out(8);
  swap_pairs<<<1, 8, 8 * sizeof(float)>>>(out);
  EXPECT_EQ(out.get()[2], 6.0f);
}

#ifdef __GRIDMARK__
std::string line(int number) { return ".*barrier_test.cu:" + std::to_string(number); }

constexpr int half_waits_shuffle = __LINE__ + 3, half_waits_barrier = half_waits_shuffle + 2;
__global__ void half_waits() {
  if (threadIdx.x < 16)
    __shfl_sync(0xffffffffu, 1, 0);
  else
    __syncthreads();
}

void run_half_waits() {
  half_waits<<<1, 40>>>();
  cudaDeviceSynchronize();
}

TEST(BarrierDeathTest, ADeadlockSaysHowManyWaitWhere) {
  EXPECT_DEATH(run_half_waits(),
               "gridmark: deadlock in kernel half_waits, block \\(0,0,0\\): 24 threads wait at __syncthreads at " +
                   line(half_waits_barrier) +
                   " \\(first: thread \\(16,0,0\\)\\), 16 threads wait at a warp primitive with mask 0xffffffff at " +
                   line(half_waits_shuffle) + " \\(first: thread \\(0,0,0\\)\\), 0 have returned");
}

constexpr int odd_barrier = __LINE__ + 4, even_barrier = odd_barrier + 2;
__global__ void two_barriers(int* out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}

void run_two_barriers(int* out) {
  two_barriers<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

TEST(BarrierDeathTest, ABarrierInDivergentCodeIsRefused) {
  DeviceBuffer<int> out(32);
  EXPECT_DEATH(run_two_barriers(out), "deadlock in kernel two_barriers.*16 threads wait at __syncthreads at " +
                                          line(odd_barrier) + " .*16 threads wait at __syncthreads at " +
                                          line(even_barrier) + " ");
}
#endif

}  // namespace

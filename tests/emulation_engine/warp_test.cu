#include <string>

#include "device_buffer.h"

namespace {

constexpr unsigned everyone = 0xffffffffu;

__global__ void shuffles(int* out) {
  const int lane = threadIdx.x & 31, value = threadIdx.x;
  int* mine = out + threadIdx.x * 4;
  mine[0] = __shfl_sync(everyone, value, 3);
  mine[1] = __shfl_up_sync(everyone, value, 2);
  mine[2] = __shfl_down_sync(everyone, value, 2, 8);
  mine[3] = __shfl_xor_sync(everyone, value, 1) + 0 * lane;
}

TEST(Warp, ShufflesMoveValuesInsideTheirWidth) {
  DeviceBuffer<int> out(64 * 4);
  shuffles<<<1, 64>>>(out);
  const std::vector<int> got = out.get();
  for (int t = 0; t < 64; ++t) {
    const int lane = t & 31, warp = t & 32;
    ASSERT_EQ(got[t * 4], warp + 3);
    ASSERT_EQ(got[t * 4 + 1], lane < 2 ? t : t - 2);
    ASSERT_EQ(got[t * 4 + 2], lane % 8 + 2 < 8 ? t + 2 : t);
    ASSERT_EQ(got[t * 4 + 3], t ^ 1);
  }
}

__global__ void half_warps(int* out) {
  const int lane = threadIdx.x;
  if (lane < 16)
    out[lane] = __shfl_xor_sync(0x0000ffffu, lane, 8);
  else
    out[lane] = __shfl_sync(0xffff0000u, lane, 16);
}

TEST(Warp, LanesOutsideTheMaskAreNotWaitedFor) {
  DeviceBuffer<int> out(32);
  half_warps<<<1, 32>>>(out);
  for (int lane = 0; lane < 32; ++lane) ASSERT_EQ(out.get()[lane], lane < 16 ? lane ^ 8 : 16);
}

__global__ void warp_votes(unsigned* out) {
  const int t = threadIdx.x;
  unsigned* mine = out + t * 6;
  mine[0] = __ballot_sync(everyone, t % 3 == 0);
  mine[1] = __all_sync(everyone, t < 32) * 10 + __all_sync(everyone, t < 31);
  mine[2] = __any_sync(everyone, t == 31) * 10 + __any_sync(everyone, t == 32);
  mine[3] = __match_any_sync(everyone, t % 4);
  int same;
  mine[4] = __match_all_sync(everyone, 7, &same) + same;
  mine[5] = __match_all_sync(everyone, t, &same) + same;
}

TEST(Warp, VotesAndMatchesSeeTheWholeMask) {
  DeviceBuffer<unsigned> out(32 * 6);
  warp_votes<<<1, 32>>>(out);
  const std::vector<unsigned> got = out.get();
  for (int t = 0; t < 32; ++t) {
    const unsigned* mine = got.data() + t * 6;
    ASSERT_EQ(mine[0], 0x49249249u);
    ASSERT_EQ(mine[1], 10u);
    ASSERT_EQ(mine[2], 10u);
    ASSERT_EQ(mine[3], 0x11111111u << t % 4);
    ASSERT_EQ(mine[4], everyone + 1);
    ASSERT_EQ(mine[5], 0u);
  }
}

#ifndef __CUDACC_VER_MAJOR__  // nvcc's default architecture may lack them
__global__ void reductions(int* out) {
  const int value = static_cast<int>(threadIdx.x) - 5;
  if (threadIdx.x == 0) {
    __reduce_add_sync(everyone, value);
    out[0] = __reduce_min_sync(everyone, value);
    out[1] = __reduce_max_sync(everyone, value);
    out[2] = static_cast<int>(__reduce_min_sync(everyone, static_cast<unsigned>(value)));
    out[3] = static_cast<int>(__reduce_xor_sync(everyone, 1u << threadIdx.x));
  } else {
    const int sum = __reduce_add_sync(everyone, value);
    __reduce_min_sync(everyone, value);
    __reduce_max_sync(everyone, value);
    __reduce_min_sync(everyone, static_cast<unsigned>(value));
    __reduce_xor_sync(everyone, 1u << threadIdx.x);
    if (threadIdx.x == 1) out[4] = sum;
  }
}

TEST(Warp, ReductionsFollowTheTypesOrder) {
  DeviceBuffer<int> out(5);
  reductions<<<1, 32>>>(out);
  EXPECT_EQ(out.get(), (std::vector<int>{-5, 26, 0, -1, 31 * 16 - 32 * 5}));
}
#endif

__global__ void masks_after_a_branch(unsigned* out) {
  if (threadIdx.x % 4 == 0)
    out[threadIdx.x] = __activemask();
  else if (threadIdx.x < 16)
    out[40 + threadIdx.x] = __activemask();
}

TEST(Warp, TheActiveMaskNamesTheLanesThatCameAlong) {
  DeviceBuffer<unsigned> out(80, 0);
  masks_after_a_branch<<<1, 40>>>(out);
  EXPECT_EQ(out.get()[4], 0x11111111u);
  EXPECT_EQ(out.get()[40 + 5], 0x0000eeeeu);
  EXPECT_EQ(out.get()[40 + 21], 0u);
  EXPECT_EQ(out.get()[36], 0x11u);
}

__global__ void sum_by_shuffles(const float* in, float* out) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(everyone, value, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(out, value);
}

TEST(Warp, AShuffleReductionAddsUp) {
  DeviceBuffer<float> in(4096, 0.5f), out(1, 0.0f);
  sum_by_shuffles<<<16, 256>>>(in, out);
  EXPECT_EQ(out.get()[0], 2048.0f);
}

#ifdef __GRIDMARK__
constexpr int wrong_mask_line = __LINE__ + 1;
__global__ void wrong_mask() { __syncwarp(1u << (threadIdx.x + 1)); }

void run_wrong_mask() {
  wrong_mask<<<1, 2>>>();
  cudaDeviceSynchronize();
}

TEST(WarpDeathTest, AMaskThatLeavesOutTheCallerIsRefused) {
  EXPECT_DEATH(run_wrong_mask(),
               "a mask that does not name it in kernel wrong_mask by block \\(0,0,0\\) thread \\(0,0,0\\) at "
               ".*warp_test.cu:" +
                   std::to_string(wrong_mask_line));
}
#endif

}  // namespace

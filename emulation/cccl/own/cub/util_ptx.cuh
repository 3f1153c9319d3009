#pragma once
// Position of a device thread, and shuffles of any type. These names do not use PTX here.
#include <cuda_runtime.h>

#include <cstring>

#include "util_type.cuh"

#define CUB_PTX_ARCH 800
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_WARP_THREADS(unused) 32
#define CUB_LOG_WARP_THREADS(unused) 5

namespace cub {

__device__ __forceinline__ int RowMajorTid(int block_dim_x, int block_dim_y, int) {
  return static_cast<int>((threadIdx.z * block_dim_y + threadIdx.y) * block_dim_x + threadIdx.x);
}
__device__ __forceinline__ unsigned int LaneId() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}
__device__ __forceinline__ unsigned int WarpId() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32;
}
__device__ __forceinline__ unsigned int LaneMaskLt() { return (1u << LaneId()) - 1; }
__device__ __forceinline__ unsigned int LaneMaskLe() { return (2u << LaneId()) - 1; }
__device__ __forceinline__ unsigned int LaneMaskGt() { return ~LaneMaskLe(); }
__device__ __forceinline__ unsigned int LaneMaskGe() { return ~LaneMaskLt(); }

/// The lanes of logical warp `warp`, of `width` threads.
template <int width, int unused = 0>
__device__ __forceinline__ unsigned int WarpMask(unsigned int warp) {
  if (width == 32 || (width & (width - 1))) return width == 32 ? 0xffffffffu : (1u << (width & 31)) - 1;
  return ((1u << (width & 31)) - 1) << (warp * width);
}

__device__ __forceinline__ void CTA_SYNC() { __syncthreads(); }
__device__ __forceinline__ int CTA_SYNC_AND(int p) { return __syncthreads_and(p); }
__device__ __forceinline__ int CTA_SYNC_OR(int p) { return __syncthreads_or(p); }
__device__ __forceinline__ void WARP_SYNC(unsigned int mask) { __syncwarp(mask); }
__device__ __forceinline__ int WARP_ANY(int p, unsigned int mask) { return __any_sync(mask, p); }
__device__ __forceinline__ int WARP_ALL(int p, unsigned int mask) { return __all_sync(mask, p); }
__device__ __forceinline__ int WARP_BALLOT(int p, unsigned int mask) {
  return static_cast<int>(__ballot_sync(mask, p));
}
template <class Unsigned>
__device__ __forceinline__ unsigned int BFE(Unsigned source, unsigned int start, unsigned int bits) {
  return static_cast<unsigned int>((source >> start) & ((1ull << bits) - 1));
}
__device__ __forceinline__ unsigned int SHR_ADD(unsigned int x, unsigned int shift, unsigned int addend) {
  return (x >> shift) + addend;
}
__device__ __forceinline__ unsigned int SHL_ADD(unsigned int x, unsigned int shift, unsigned int addend) {
  return (x << shift) + addend;
}

/// The value of lane `source` of the whole warp, for a type of any size, eight bytes at a time.
template <class T>
__device__ __forceinline__ T ShuffleFromLane(const T& input, int source, unsigned int mask) {
  constexpr int words = (sizeof(T) + 7) / 8;
  unsigned long long cells[words] = {};
  std::memcpy(cells, static_cast<const void*>(&input), sizeof(T));
  for (int i = 0; i < words; ++i) cells[i] = __shfl_sync(mask, cells[i], source);
  Uninitialized<T> result;
  std::memcpy(result.bytes, cells, sizeof(T));
  return result.Alias();
}

/// The value `offset` lanes below, or this lane's value if that lane is before `first_thread`. Lanes are
/// counted within logical warps.
template <int width, class T>
__device__ __forceinline__ T ShuffleUp(const T& input, int offset, int first_thread, unsigned int mask) {
  const int lane = static_cast<int>(LaneId()), base = lane / width * width;
  const int source = lane - base - offset;
  return ShuffleFromLane(input, source < first_thread ? lane : base + source, mask);
}
/// The value `offset` lanes above, or this lane's value if that lane is past `last_thread`.
template <int width, class T>
__device__ __forceinline__ T ShuffleDown(const T& input, int offset, int last_thread, unsigned int mask) {
  const int lane = static_cast<int>(LaneId()), base = lane / width * width;
  const int source = lane - base + offset;
  return ShuffleFromLane(input, source > last_thread ? lane : base + source, mask);
}
template <int width, class T>
__device__ __forceinline__ T ShuffleIndex(const T& input, int source, unsigned int mask) {
  const int base = static_cast<int>(LaneId()) / width * width;
  return ShuffleFromLane(input, base + source % width, mask);
}

}  // namespace cub

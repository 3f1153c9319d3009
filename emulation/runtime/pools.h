#pragma once
// Memory pools of stream-ordered allocation. Callers must hold the device lock.
//
// Theory of operation
// An allocation exists from the call on. Its address is new each time, so that a use after cudaFreeAsync
// faults. It is freed when its stream reaches the cudaFreeAsync. A pool only does the accounting: the memory
// in use, and the memory that it would have reserved, which falls to the release threshold when the host
// waits for the device.
#include <cstddef>
#include <cstdint>
#include <map>

#include "gridmark/memory_types.h"

namespace gridmark::emulation {

struct MemoryPool {
  cudaMemPoolProps properties{};
  int device = 0;
  int reuse[3] = {1, 1, 1};  ///< from cudaMemPoolReuseFollowEventDependencies on
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  std::map<int, cudaMemAccessFlags> access;
};

/// Null if there is no such pool.
MemoryPool* find_pool(cudaMemPool_t handle);
cudaMemPool_t default_pool(int device);
void note_pool_allocation(MemoryPool& pool, void* device, std::size_t bytes);
/// Called for every released allocation. A pool's account changes if the allocation came from it.
void note_pool_release(void* device);
/// The host has waited for the device, so pools release memory above their thresholds.
void trim_pools(int device);

}  // namespace gridmark::emulation

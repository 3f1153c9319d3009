#pragma once
// thread_group, the type that every group converts to, with the block and the grid.
//
// thread_group holds the data of all kinds, so that a group can be passed by value as one.
#include "gridmark/cooperative/lanes.h"

// A member that must be inlined into its caller, so that a barrier gets the line of the call.
#define GRIDMARK_GROUP_MEMBER inline __attribute__((always_inline))

namespace cooperative_groups {

namespace details {
enum class GroupKind : unsigned char { block, grid, lanes, wide };

struct GroupData {
  GroupKind kind;
  bool tiled;      ///< lanes: neighbours, as tiled_partition makes them
  unsigned mask;   ///< lanes
  unsigned first;  ///< wide: linear index of the first thread
  unsigned size;   ///< lanes and wide
  unsigned meta_rank, meta_size;
};
GRIDMARK_INTRINSIC GroupData lanes_data(unsigned mask, unsigned meta_rank, unsigned meta_size,
                                        bool tiled = false) {
  return {GroupKind::lanes, tiled, mask, 0, ::gridmark::emulation::population(mask), meta_rank, meta_size};
}
}  // namespace details

class thread_group {
 public:
  explicit thread_group(const details::GroupData& data) : data_(data) {}

  GRIDMARK_GROUP_MEMBER unsigned long long size() const;
  GRIDMARK_GROUP_MEMBER unsigned long long num_threads() const { return size(); }
  GRIDMARK_GROUP_MEMBER unsigned long long thread_rank() const;
  GRIDMARK_GROUP_MEMBER void sync() const;
  const details::GroupData& gridmark_data() const { return data_; }

 protected:
  details::GroupData data_;
};

/// The whole block.
class thread_block : public thread_group {
 public:
  struct arrival_token {};

  thread_block() : thread_group(details::GroupData{details::GroupKind::block, false, 0, 0, 0, 0, 1}) {}

  GRIDMARK_GROUP_MEMBER static void sync() { __syncthreads(); }
  GRIDMARK_GROUP_MEMBER static unsigned size() { return ::gridmark::emulation::block_threads(); }
  GRIDMARK_GROUP_MEMBER static unsigned num_threads() { return size(); }
  GRIDMARK_GROUP_MEMBER static unsigned thread_rank() { return ::gridmark::emulation::linear_thread(); }
  GRIDMARK_GROUP_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  GRIDMARK_GROUP_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  GRIDMARK_GROUP_MEMBER static dim3 group_dim() { return blockDim; }
  GRIDMARK_GROUP_MEMBER static dim3 dim_threads() { return blockDim; }
  /// Arriving alone does not wait here. The threads meet at their wait.
  GRIDMARK_GROUP_MEMBER arrival_token barrier_arrive() const { return {}; }
  GRIDMARK_GROUP_MEMBER void barrier_wait(arrival_token&&) const { __syncthreads(); }
};

/// All blocks of a launch made with cudaLaunchCooperativeKernel.
class grid_group : public thread_group {
 public:
  struct arrival_token {};

  grid_group() : thread_group(details::GroupData{details::GroupKind::grid, false, 0, 0, 0, 0, 1}) {}

  GRIDMARK_GROUP_MEMBER bool is_valid() const { return gridmark_grid_is_cooperative() != 0; }
  GRIDMARK_GROUP_MEMBER void sync() const {
    gridmark_grid_barrier();
    GRIDMARK_STAY_A_CALL;
  }
  GRIDMARK_GROUP_MEMBER arrival_token barrier_arrive() const { return {}; }
  GRIDMARK_GROUP_MEMBER void barrier_wait(arrival_token&&) const { sync(); }

  GRIDMARK_GROUP_MEMBER static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  GRIDMARK_GROUP_MEMBER static unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  GRIDMARK_GROUP_MEMBER static unsigned long long num_threads() {
    return num_blocks() * ::gridmark::emulation::block_threads();
  }
  GRIDMARK_GROUP_MEMBER static unsigned long long size() { return num_threads(); }
  GRIDMARK_GROUP_MEMBER static unsigned long long thread_rank() {
    return block_rank() * ::gridmark::emulation::block_threads() + ::gridmark::emulation::linear_thread();
  }
  GRIDMARK_GROUP_MEMBER static dim3 group_dim() { return gridDim; }
  GRIDMARK_GROUP_MEMBER static dim3 dim_blocks() { return gridDim; }
  GRIDMARK_GROUP_MEMBER static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  GRIDMARK_GROUP_MEMBER static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  GRIDMARK_GROUP_MEMBER static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  // Without clusters each block is a cluster by itself.
  GRIDMARK_GROUP_MEMBER static dim3 dim_clusters() { return gridDim; }
  GRIDMARK_GROUP_MEMBER static unsigned long long num_clusters() { return num_blocks(); }
  GRIDMARK_GROUP_MEMBER static dim3 cluster_index() { return block_index(); }
  GRIDMARK_GROUP_MEMBER static unsigned long long cluster_rank() { return block_rank(); }
};

GRIDMARK_INTRINSIC thread_block this_thread_block() { return thread_block(); }
GRIDMARK_INTRINSIC grid_group this_grid() { return grid_group(); }

/// Memory that tiles of several warps use on hardware. Here it is only a name.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned char unused[16];
};
template <unsigned int MaxBlockSize>
GRIDMARK_INTRINSIC thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return thread_block();
}

inline unsigned long long thread_group::size() const {
  switch (data_.kind) {
    case details::GroupKind::block:
      return thread_block::size();
    case details::GroupKind::grid:
      return grid_group::size();
    default:
      return data_.size;
  }
}

inline unsigned long long thread_group::thread_rank() const {
  using namespace ::gridmark::emulation;
  switch (data_.kind) {
    case details::GroupKind::block:
      return thread_block::thread_rank();
    case details::GroupKind::grid:
      return grid_group::thread_rank();
    case details::GroupKind::wide:
      return linear_thread() - data_.first;
    default:
      return population(data_.mask & lanes_below(lane_index()));
  }
}

inline void thread_group::sync() const {
  switch (data_.kind) {
    case details::GroupKind::block:
      __syncthreads();
      break;
    case details::GroupKind::grid:
      grid_group().sync();
      break;
    case details::GroupKind::wide:
      gridmark_meet_threads(data_.first, data_.size, nullptr);
      break;
    default:
      if (data_.mask) __syncwarp(data_.mask);
  }
}

class cluster_group {};
class multi_grid_group {};
/// Thread block clusters share memory between blocks, which the emulated device does not support.
__attribute__((
    error("cooperative_groups::this_cluster: the emulated device has no thread block clusters. "
          "Use this_thread_block, and global memory between blocks"))) cluster_group
this_cluster();
__attribute__((
    error("cooperative_groups::this_multi_grid: launches over several devices were removed in CUDA "
          "13. Synchronise the devices from the host"))) multi_grid_group
this_multi_grid();

}  // namespace cooperative_groups

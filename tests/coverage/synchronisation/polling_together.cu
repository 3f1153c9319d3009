// Feature: threads that poll together, with a barrier or a warp primitive in each round, let other blocks run
#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

constexpr int ways = 8;

/// Every block waits until all have arrived, because on a device they are resident together.
__global__ void meet(int way, volatile unsigned* came, unsigned* out) {
  __shared__ unsigned seen;
  const unsigned all = gridDim.x;
  if (threadIdx.x == 0) atomicAdd((unsigned*)came, 1);
  if (way == 0) {
    do {
      __syncthreads();
      if (threadIdx.x == 0) seen = *came;
      __syncthreads();
    } while (seen != all);
  } else if (way == 1) {
    while (__shfl_sync(~0u, *came, 0) != all);
  } else if (way == 2) {
    while (__any_sync(~0u, *came != all));
  } else if (way == 3) {
    while (__syncthreads_or(*came != all));
  } else if (way == 4) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    while (tile.any(*came != all));
  } else if (way == 5) {
    for (bool done = false; !done; __syncwarp()) done = *came == all;
  } else if (way == 6) {
    do {
      __syncthreads();
      if (threadIdx.x == 0) {
        seen = __ldcg((unsigned*)came);
        __nanosleep(20);
      }
      __syncthreads();
    } while (seen != all);
  } else if (threadIdx.x == 0) {
    unsigned now = 0;
    while (now != all) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(now) : "l"(came));
  }
  if (threadIdx.x == 0) out[blockIdx.x] = *came;
}

/// Blocks take turns in the reverse order of their start.
__global__ void take_turns(int* whose_turn, int* out) {
  const int mine = gridDim.x - 1 - blockIdx.x;
  int turn = -1;
  while (__syncthreads_and(turn != mine))
    if (threadIdx.x == 0) asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(turn) : "l"(whose_turn));
  if (threadIdx.x == 0) out[mine] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(whose_turn), "r"(turn + 1) : "memory");
}

int main() {
  for (int way = 0; way < ways; ++way) {
    coverage::Buffer<unsigned> came(1, 0), out(5);
    meet<<<5, 64>>>(way, came, out);
    const auto seen = out.get();
    for (int block = 0; block < 5; ++block) CHECK(seen[block] == 5);
  }
  coverage::Buffer<int> turn(1, 0), order(4);
  take_turns<<<4, 96>>>(turn, order);
  const auto blocks = order.get();
  for (int i = 0; i < 4; ++i) CHECK(blocks[i] == 3 - i);
  return coverage::result();
}

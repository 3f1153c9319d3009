// Feature: cooperative launches (cudaLaunchCooperativeKernel) with a barrier of the whole grid, hundreds of blocks
#include <cooperative_groups.h>

#include "../check.h"

namespace cg = cooperative_groups;

/// Every block adds the values of the last round of all blocks. Shared memory must survive the barriers.
__global__ void rounds(unsigned* cells, unsigned* totals, int count) {
  __shared__ unsigned mine[64];
  extern __shared__ unsigned dynamic[];
  cg::grid_group grid = cg::this_grid();
  mine[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  dynamic[threadIdx.x] = blockIdx.x * 7 + threadIdx.x;
  for (int round = 0; round < count; ++round) {
    if (threadIdx.x == 0) cells[blockIdx.x] = blockIdx.x + round;
    grid.sync();
    if (threadIdx.x == 5) {
      unsigned total = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) total += cells[b];
      totals[round * gridDim.x + blockIdx.x] = total;
    }
    grid.sync();
  }
  if (mine[threadIdx.x] != blockIdx.x * 1000 + threadIdx.x) totals[blockIdx.x] = 0xdead;
  if (dynamic[threadIdx.x] != blockIdx.x * 7 + threadIdx.x) totals[blockIdx.x] = 0xbeef;
}

/// One thread of a block returns early, and the rest must not wait for it.
__global__ void some_return(unsigned* out) {
  if (threadIdx.x == 3) return;
  cg::this_grid().sync();
  atomicAdd(out, 1u);
  cg::this_grid().sync();
  if (threadIdx.x == 0 && *out != gridDim.x * gridDim.y * (blockDim.x - 1)) atomicAdd(out + 1, 1u);
}

void run_rounds(unsigned blocks, int count) {
  coverage::Buffer<unsigned> cells(blocks), totals(blocks * count);
  unsigned *c = cells, *t = totals;
  void* arguments[] = {&c, &t, &count};
  CUDA(cudaLaunchCooperativeKernel(rounds, dim3(blocks), dim3(64), arguments, 64 * sizeof(unsigned), 0));
  const std::vector<unsigned> seen = totals.get();
  for (int round = 0; round < count; ++round)
    for (unsigned b = 0; b < blocks; ++b)
      CHECK(seen[round * blocks + b] == blocks * (blocks - 1) / 2 + blocks * round);
}

int main() {
  for (unsigned blocks : {1u, 2u, 7u, 300u}) run_rounds(blocks, 4);

  coverage::Buffer<unsigned> out(2, 0u);
  unsigned* o = out;
  void* arguments[] = {&o};
  CUDA(cudaLaunchCooperativeKernel(some_return, dim3(5, 3), dim3(33), arguments, 0, 0));
  CHECK(out.get()[0] == 15 * 32);
  CHECK(out.get()[1] == 0);

  int device = 0, processors = 0, per_processor = 0, supported = 0;
  CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
  CHECK(supported == 1);
  CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, some_return, 33, 0));
  const unsigned most = processors * per_processor;
  CHECK(cudaLaunchCooperativeKernel(some_return, dim3(most + 1), dim3(33), arguments, 0, 0) ==
        cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaSuccess);
  return coverage::result();
}

// Feature: a grid barrier that some blocks never reach is reported, with the line and a block that has ended
// Fails: for all blocks of the grid at grid_deadlock.cu:9, and block (
#include <cooperative_groups.h>

#include "../check.h"

__global__ void odd_blocks_leave() {
  if (blockIdx.x % 2 == 1) return;
  cooperative_groups::this_grid().sync();
}

int main() {
  CUDA(cudaLaunchCooperativeKernel((void*)odd_blocks_leave, dim3(6), dim3(32), nullptr, 0, 0));
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout;
}

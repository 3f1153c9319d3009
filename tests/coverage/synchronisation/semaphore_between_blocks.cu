// Feature: a cuda::counting_semaphore in a __device__ variable: blocks wait for blocks that come later
#include <cuda/semaphore>

#include "../check.h"

__device__ cuda::counting_semaphore<cuda::thread_scope_device> permits(0);
__device__ int value;

__global__ void hand_over(int* out) {
  if (blockIdx.x == gridDim.x - 1) {
    value = 42;
    permits.release(gridDim.x - 1);
  } else {
    permits.acquire();
    out[blockIdx.x] = value + blockIdx.x;
  }
}

int main() {
  coverage::Buffer<int> out(8, 0);
  hand_over<<<9, 1>>>(out);
  const auto seen = out.get();
  for (int i = 0; i < 8; ++i) CHECK(seen[i] == 42 + i);
  return coverage::result();
}

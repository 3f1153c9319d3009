// Feature: the watchdog (GRIDMARK_WATCHDOG_SECONDS) ends a kernel that never ends, and names the line
// Environment: GRIDMARK_WATCHDOG_SECONDS=1
// Fails: in kernel endless, which spins at watchdog.cu:10
#include "../check.h"

/// The flag is never set, and the others wait for thread 3 at the barrier.
__global__ void endless(volatile int* flag) {
  __shared__ int seen;
  if (threadIdx.x == 3)
    while (*flag == 0);
  __syncthreads();
  seen = 1;
}

int main() {
  coverage::Buffer<int> flag(1, 0);
  endless<<<2, 64>>>(flag);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorLaunchTimeout;
}

// Feature: the watchdog ends a kernel whose threads sleep while they wait, also with many blocks
// Environment: GRIDMARK_WATCHDOG_SECONDS=1
// Fails: in kernel endless_sleep, which spins at endless_sleep.cu:8
#include "../check.h"

/// The flag is never set.
__global__ void endless_sleep(volatile int* flag) {
  while (*flag == 0) __nanosleep(100);
}

int main() {
  coverage::Buffer<int> flag(1, 0);
  endless_sleep<<<300, 32>>>(flag);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorLaunchTimeout;
}

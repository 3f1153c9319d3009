// Feature: a loop never ends if it waits for a flag that is not volatile, and so is read only once: the watchdog names it
// Environment: GRIDMARK_WATCHDOG_SECONDS=1
// Fails: in kernel endless_plain, which spins at endless_plain.cu:8
#include "../check.h"

__global__ void endless_plain(int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0);
    *out = 1;
  } else if (threadIdx.x == 32) {
    *flag = 1;
  }
}

int main() {
  coverage::Buffer<int> flag(1, 0), out(1, 0);
  endless_plain<<<1, 64>>>(flag, out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorLaunchTimeout;
}

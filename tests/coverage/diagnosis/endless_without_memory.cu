// Feature: the watchdog also ends an endless loop that touches no memory, and the device can be used again
// Environment: GRIDMARK_WATCHDOG_SECONDS=1
#include "../check.h"

__global__ void endless() {
  while (clock64() != 0) {
  }
}

__global__ void add(unsigned* out) { atomicAdd(out, 1u); }

int main() {
  endless<<<3, 40>>>();
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  CHECK(cudaGetLastError() == cudaErrorLaunchTimeout);
  CHECK(cudaDeviceReset() == cudaSuccess);
  coverage::Buffer<unsigned> again(1, 0u);
  add<<<10, 100>>>(again);
  CHECK(again.get()[0] == 1000);
  return coverage::result();
}

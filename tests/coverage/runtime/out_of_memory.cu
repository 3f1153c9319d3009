// Feature: out of memory, on a device whose memory size you can set
// Environment: GRIDMARK_DEVICE_MEMORY_MIB=64
#include "../check.h"

int main() {
  void *first = nullptr, *second = nullptr;
  CUDA(cudaMalloc(&first, 48 << 20));
  CHECK(cudaMalloc(&second, 32 << 20) == cudaErrorMemoryAllocation);
  CHECK(second == nullptr);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMallocAsync(&second, 32 << 20, 0) == cudaErrorMemoryAllocation);
  size_t pitch = 0;
  CHECK(cudaMallocPitch(&second, &pitch, 1 << 20, 32) == cudaErrorMemoryAllocation);
  cudaGetLastError();
  CUDA(cudaFree(first));
  CUDA(cudaMalloc(&second, 60 << 20));
  CUDA(cudaFree(second));

  // Memory that a stream has not freed yet counts as free as soon as it is needed.
  CUDA(cudaMallocAsync(&first, 48 << 20, 0));
  CUDA(cudaFreeAsync(first, 0));
  CUDA(cudaMallocAsync(&second, 48 << 20, 0));
  CUDA(cudaFreeAsync(second, 0));
  return coverage::result();
}

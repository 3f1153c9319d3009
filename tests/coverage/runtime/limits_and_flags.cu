// Feature: cudaDeviceSetLimit, device flags, cache configurations, cudaMemGetInfo
#include "../check.h"

int main() {
  size_t value = 0;
  CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  CUDA(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  CHECK(value == 4096);
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  CUDA(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  CHECK(value >= (64 << 20));
  CUDA(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  CHECK(value > 0);
  CHECK(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(77)) == cudaErrorUnsupportedLimit);
  CHECK(cudaGetLastError() == cudaErrorUnsupportedLimit);

  unsigned flags = 0;
  CUDA(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost));
  CUDA(cudaGetDeviceFlags(&flags));
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin);
  CHECK(cudaSetDeviceFlags(0x4000) == cudaErrorInvalidValue);
  cudaGetLastError();
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  CUDA(cudaDeviceGetCacheConfig(&cache));
  CHECK(cache == cudaFuncCachePreferL1);

  size_t free_before = 0, free_with = 0, free_after = 0, total = 0;
  CUDA(cudaMemGetInfo(&free_before, &total));
  CHECK(free_before <= total);
  char* memory = nullptr;
  CUDA(cudaMalloc(&memory, 64 << 20));
  CUDA(cudaMemGetInfo(&free_with, &total));
  CHECK(free_before - free_with >= (64 << 20));
  CUDA(cudaFree(memory));
  CUDA(cudaMemGetInfo(&free_after, &total));
  CHECK(free_after == free_before);
  return coverage::result();
}

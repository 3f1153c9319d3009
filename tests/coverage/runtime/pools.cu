// Feature: stream-ordered allocation and memory pools
#include <cstdint>

#include "../check.h"

__global__ void fill(int* values, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = value + i;
}

static uint64_t ask(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = 0;
  CUDA(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

int main() {
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  const int n = 1000;
  std::vector<int> host(n);
  for (int round = 0; round < 20; ++round) {
    int* values = nullptr;
    CUDA(cudaMallocAsync((void**)&values, n * sizeof(int), stream));
    fill<<<8, 128, 0, stream>>>(values, n, round);
    CUDA(cudaMemcpyAsync(host.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaFreeAsync(values, stream));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(host[0] == round && host[n - 1] == round + n - 1);
  }

  int supported = 0;
  CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  CHECK(supported == 1);
  cudaMemPool_t normal, pool, current;
  CUDA(cudaDeviceGetDefaultMemPool(&normal, 0));
  CUDA(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == normal);
  uint64_t threshold = UINT64_MAX;
  CUDA(cudaMemPoolSetAttribute(normal, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK(ask(normal, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.handleTypes = cudaMemHandleTypeNone;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  CUDA(cudaMemPoolCreate(&pool, &properties));
  void* memory = nullptr;
  CUDA(cudaMallocFromPoolAsync(&memory, 1 << 20, pool, stream));
  CHECK(ask(pool, cudaMemPoolAttrUsedMemCurrent) == 1 << 20);
  CHECK(ask(pool, cudaMemPoolAttrReservedMemCurrent) >= 1 << 20);
  CUDA(cudaFreeAsync(memory, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(ask(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  CHECK(ask(pool, cudaMemPoolAttrUsedMemHigh) == 1 << 20);
  CUDA(cudaMemPoolTrimTo(pool, 0));
  CHECK(ask(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
  uint64_t zero = 0;
  CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  CHECK(ask(pool, cudaMemPoolAttrUsedMemHigh) == 0);

  cudaMemAccessFlags access = cudaMemAccessFlagsProtNone;
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  here.id = 0;
  CUDA(cudaMemPoolGetAccess(&access, pool, &here));
  CHECK(access == cudaMemAccessFlagsProtReadWrite);
  CUDA(cudaDeviceSetMemPool(0, pool));
  CUDA(cudaMallocAsync(&memory, 4096, stream));
  CHECK(ask(pool, cudaMemPoolAttrUsedMemCurrent) == 4096);
  CUDA(cudaFree(memory));
  CHECK(ask(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  CUDA(cudaDeviceSetMemPool(0, normal));
  CUDA(cudaMemPoolDestroy(pool));
  int local = 0;
  CHECK(cudaFreeAsync(&local, stream) == cudaErrorInvalidValue);
  cudaGetLastError();
  CUDA(cudaStreamDestroy(stream));
  return coverage::result();
}

// Feature: occupancy and function attributes
#include "../check.h"

__global__ void work(float* values) { values[threadIdx.x] = 1; }
template <class T>
__global__ void other(T* values) {
  extern __shared__ float scratch[];
  scratch[threadIdx.x] = 2;
  values[threadIdx.x] = T(scratch[threadIdx.x]);
}
__global__ void tiled(float* values) {
  __shared__ float tile[40 * 256];  // 40 KiB
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) values[threadIdx.x] = tile[31 - threadIdx.x % 32];
}
struct SharedOf {
  size_t operator()(int block) const { return size_t(block) * 4; }
};

int main() {
  cudaDeviceProp p{};
  CUDA(cudaGetDeviceProperties(&p, 0));
  int blocks = 0, grid = 0, block = 0;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 256, 0));
  CHECK(blocks > 0 && blocks <= p.maxThreadsPerMultiProcessor / 256);
  int fewer = 0;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, work, 256, 40 * 1024));
  CHECK(fewer > 0 && fewer <= int(p.sharedMemPerMultiprocessor / (40 * 1024)) && fewer < blocks);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&fewer, work, 256, 0, cudaOccupancyDefault));
  CHECK(fewer == blocks);
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, work, 0, 0));
  CHECK(block >= 32 && block <= 1024 && grid >= p.multiProcessorCount);
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, other<float>, 0, 128));
  CHECK(block <= 128);
  CUDA(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, other<float>, SharedOf()));
  CHECK(block >= 32 && block <= 1024);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, tiled, 256, 0));
  CHECK(fewer > 0 && fewer <= int(p.sharedMemPerMultiprocessor / (40 * 1024)) && fewer < blocks);
  const void* untyped = (const void*)tiled;
  int same = 0;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&same, untyped, 256, 0));
  CHECK(same == fewer);
  coverage::Buffer<float> tile(256);
  float* pointer = tile;
  void* arguments[] = {&pointer};
  CUDA(cudaLaunchCooperativeKernel((const void*)tiled, fewer * p.multiProcessorCount, 256, arguments, 0, nullptr));
  CUDA(cudaDeviceSynchronize());
  size_t all = 0, beside = 0;
  CUDA(cudaOccupancyAvailableDynamicSMemPerBlock(&all, work, 2, 256));
  CUDA(cudaOccupancyAvailableDynamicSMemPerBlock(&beside, tiled, 2, 256));
  CHECK(all - beside == 40 * 1024);
  size_t shared = 0;
  CUDA(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, work, 2, 128));
  CHECK(shared > 0 && 2 * shared <= p.sharedMemPerMultiprocessor);

  cudaFuncAttributes attributes{};
  CUDA(cudaFuncGetAttributes(&attributes, work));
  CHECK(attributes.maxThreadsPerBlock > 0 && attributes.maxThreadsPerBlock <= 1024);
  CHECK(attributes.binaryVersion >= 50 && attributes.numRegs > 0);

  // Each function has its own limit of dynamic shared memory.
  coverage::Buffer<float> values(32);
  const int large = 64 * 1024;
  other<float><<<1, 32, large>>>(values);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CUDA(cudaFuncSetAttribute(other<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, large));
  other<float><<<1, 32, large>>>(values);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(values.get()[31] == 2);
  work<<<1, 32, large>>>(values);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CUDA(cudaFuncGetAttributes(&attributes, other<float>));
  CHECK(attributes.maxDynamicSharedSizeBytes >= large);
  CHECK(cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30) ==
        cudaErrorInvalidValue);
  CUDA(cudaFuncSetAttribute(work, cudaFuncAttributePreferredSharedMemoryCarveout,
                            cudaSharedmemCarveoutMaxShared));
  CUDA(cudaFuncSetCacheConfig(work, cudaFuncCachePreferShared));
  cudaGetLastError();
  return coverage::result();
}

#pragma once
// Kernels as objects: attributes, names, occupancy.
#include "gridmark/launch_config.h"
#include "gridmark/runtime_device.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {
cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t function_name(const char** name, const void* function);

/// Blocks of one multiprocessor at once, by threads, blocks and shared memory. Registers are not known. 0 for
/// a block that the device cannot run.
int resident_blocks(const void* function, int block_threads, size_t dynamic_shared_bytes);
cudaError_t occupancy(int* blocks, const void* function, int block_threads, size_t dynamic_shared_bytes,
                      unsigned int flags);
cudaError_t available_dynamic_shared(size_t* bytes, const void* function, int blocks, int block_threads);

template <class T>
const void* address_of(T* function) {
  return reinterpret_cast<const void*>(function);
}

/// The largest block size with the most resident threads.
template <class SharedOfBlock>
cudaError_t best_block_size(int* grid, int* block, const void* function, SharedOfBlock shared_of,
                            int block_limit) {
  if (!grid || !block || block_limit < 0) return cudaErrorInvalidValue;
  int best = 0, processors = 0, device = 0;
  const int largest = block_limit > 0 && block_limit < 1024 ? block_limit : 1024;
  for (int threads = largest; threads >= 1; threads = (threads - 1) / 32 * 32) {
    const int resident =
        threads * resident_blocks(function, threads, static_cast<size_t>(shared_of(threads)));
    if (resident > best) best = resident, *block = threads;
  }
  if (!best) return cudaErrorInvalidValue;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  *grid = best / *block * processors;
  return cudaSuccess;
}
}  // namespace gridmark::emulation

template <class T>
cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return gridmark::emulation::set_function_attribute(gridmark::emulation::address_of(function), attribute,
                                                     value);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache) {
  return function ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}
template <class T>
cudaError_t cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig) {
  return function ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return gridmark::emulation::function_attributes(attributes, gridmark::emulation::address_of(function));
}
template <class T>
cudaError_t cudaFuncGetName(const char** name, T* function) {
  return gridmark::emulation::function_name(name, gridmark::emulation::address_of(function));
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* kernel, int block_threads,
                                                          size_t dynamic_shared_bytes) {
  return gridmark::emulation::occupancy(blocks, gridmark::emulation::address_of(kernel), block_threads,
                                        dynamic_shared_bytes, cudaOccupancyDefault);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* kernel, int block_threads,
                                                                   size_t dynamic_shared_bytes,
                                                                   unsigned int flags) {
  return gridmark::emulation::occupancy(blocks, gridmark::emulation::address_of(kernel), block_threads,
                                        dynamic_shared_bytes, flags);
}
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks,
                                                      int block_threads) {
  return gridmark::emulation::available_dynamic_shared(bytes, gridmark::emulation::address_of(kernel), blocks,
                                                       block_threads);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T* kernel,
                                               size_t dynamic_shared_bytes = 0, int block_limit = 0) {
  return gridmark::emulation::best_block_size(
      grid, block, gridmark::emulation::address_of(kernel), [=](int) { return dynamic_shared_bytes; },
      block_limit);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, T* kernel,
                                                        size_t dynamic_shared_bytes = 0, int block_limit = 0,
                                                        unsigned int flags = 0) {
  if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, dynamic_shared_bytes, block_limit);
}
template <class SharedOfBlock, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T* kernel,
                                                           SharedOfBlock shared_of, int block_limit = 0) {
  return gridmark::emulation::best_block_size(grid, block, gridmark::emulation::address_of(kernel), shared_of,
                                              block_limit);
}
template <class SharedOfBlock, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block, T* kernel,
                                                                    SharedOfBlock shared_of,
                                                                    int block_limit = 0,
                                                                    unsigned int flags = 0) {
  if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_of, block_limit);
}
// Clusters have one block.
template <class T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, T, const cudaLaunchConfig_t* config) {
  if (!blocks || !config) return cudaErrorInvalidValue;
  *blocks = 1;
  return cudaSuccess;
}

// The driver API's handle of a kernel.
namespace gridmark::emulation {
template <class... Parameters>
void* untyped_kernel(const char* name, void (*kernel)(Parameters...));
}  // namespace gridmark::emulation
template <class... Parameters>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, void (*kernel)(Parameters...)) {
  if (!function) return cudaErrorInvalidValue;
  *function = reinterpret_cast<cudaFunction_t>(gridmark::emulation::untyped_kernel("", kernel));
  return cudaSuccess;
}
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* kernel) {
  if (!function) return cudaErrorInvalidValue;
  if (!kernel) return cudaErrorInvalidDeviceFunction;
  *function = (cudaFunction_t) const_cast<void*>(kernel);
  return cudaSuccess;
}

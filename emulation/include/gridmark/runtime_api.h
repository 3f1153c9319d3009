#pragma once
// The runtime API, and the typed overloads that C++ programs use.
#include "gridmark/device_properties.h"
#include "gridmark/runtime_types.h"

extern "C" {
// Allocating calls, whose return address the ledger takes for the line of the source.
cudaError_t gridmark_malloc(void** device, size_t bytes);
cudaError_t gridmark_malloc_managed(void** memory, size_t bytes);
cudaError_t gridmark_malloc_pitch(void** device, size_t* pitch, size_t width, size_t height);

// Memory
cudaError_t cudaFree(void* device);
cudaError_t cudaMallocHost(void** host, size_t bytes, unsigned int flags = cudaHostAllocDefault);
cudaError_t cudaHostAlloc(void** host, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* host);
cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* host);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaMemAdvise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device, cudaStream_t stream = nullptr);

// Copies
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* device, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* device, int value, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* device, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream);

// Streams and events
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);

// Device
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Errors
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
}

namespace gridmark::emulation {
cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function);
int resident_blocks(int block_threads, size_t dynamic_shared_bytes);
cudaError_t symbol_address(void** address, const void* symbol, size_t bytes);

template <class T>
const void* address_of(T* function) {
  return reinterpret_cast<const void*>(function);
}
}  // namespace gridmark::emulation

// An allocating call must not become a jump, or its return address would be the caller's.
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMalloc(T** device, size_t bytes) {
  const cudaError_t result = gridmark_malloc(reinterpret_cast<void**>(device), bytes);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocManaged(T** memory, size_t bytes,
                                                   unsigned int = cudaMemAttachGlobal) {
  const cudaError_t result = gridmark_malloc_managed(reinterpret_cast<void**>(memory), bytes);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocPitch(T** device, size_t* pitch, size_t width, size_t height) {
  const cudaError_t result = gridmark_malloc_pitch(reinterpret_cast<void**>(device), pitch, width, height);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocHost(T** host, size_t bytes,
                                                unsigned int flags = cudaHostAllocDefault) {
  return ::cudaMallocHost(reinterpret_cast<void**>(host), bytes, flags);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaHostAlloc(T** host, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(host), bytes, flags);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                                      size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                         size_t offset, cudaMemcpyKind kind,
                                                         cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind, stream);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                           size_t offset, cudaMemcpyKind kind,
                                                           cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return gridmark::emulation::symbol_address(address, &symbol, sizeof symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  *bytes = sizeof symbol;
  return cudaSuccess;
}

static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

template <class T>
cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return gridmark::emulation::set_function_attribute(gridmark::emulation::address_of(function), attribute,
                                                     value);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T*, cudaFuncCache) {
  return cudaSuccess;
}
template <class T>
cudaError_t cudaFuncSetSharedMemConfig(T*, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return gridmark::emulation::function_attributes(attributes, gridmark::emulation::address_of(function));
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T, int block_threads,
                                                          size_t dynamic_shared_bytes) {
  if (!blocks || block_threads < 1) return cudaErrorInvalidValue;
  *blocks = gridmark::emulation::resident_blocks(block_threads, dynamic_shared_bytes);
  return cudaSuccess;
}
/// The largest block size that keeps most threads resident; registers are not known to the emulated device.
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T, size_t dynamic_shared_bytes = 0,
                                               int block_limit = 0) {
  int best = 0, processors = 0;
  const int largest = block_limit > 0 && block_limit < 1024 ? block_limit : 1024;
  for (int threads = largest / 32 * 32; threads >= 32; threads -= 32) {
    const int resident = threads * gridmark::emulation::resident_blocks(threads, dynamic_shared_bytes);
    if (resident > best) best = resident, *block = threads;
  }
  if (!best) return cudaErrorInvalidValue;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  *grid = best / *block * processors;
  return cudaSuccess;
}

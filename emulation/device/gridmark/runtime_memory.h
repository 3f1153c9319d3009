#pragma once
// Allocation: device, page-locked, managed and pooled memory, arrays.
#include "gridmark/languages.h"
#include "gridmark/memory_types.h"
#include "gridmark/runtime_types.h"
#include "gridmark/texture_types.h"

GRIDMARK_C_API_BEGIN
// Allocating calls. The ledger uses their return address to find the source line.
cudaError_t gridmark_malloc(void** device, size_t bytes);
cudaError_t gridmark_malloc_managed(void** memory, size_t bytes, unsigned int flags);
cudaError_t gridmark_malloc_pitch(void** device, size_t* pitch, size_t width, size_t height);
cudaError_t gridmark_malloc_3d(struct cudaPitchedPtr* device, struct cudaExtent extent);
cudaError_t gridmark_malloc_async(void** device, size_t bytes, cudaStream_t stream);
cudaError_t gridmark_malloc_from_pool(void** device, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);

cudaError_t cudaFree(void* device);
cudaError_t cudaFreeAsync(void* device, cudaStream_t stream);
#ifdef __cplusplus
cudaError_t cudaMallocHost(void** host, size_t bytes, unsigned int flags = cudaHostAllocDefault);
#endif
cudaError_t cudaHostAlloc(void** host, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* host);
cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* host);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* device);
cudaError_t cudaIpcOpenMemHandle(void** device, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void* device);

// Arrays
cudaError_t cudaMallocArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format, size_t width,
                            size_t height GRIDMARK_DEFAULT(0), unsigned int flags GRIDMARK_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format,
                              struct cudaExtent extent, unsigned int flags GRIDMARK_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* format, struct cudaExtent* extent,
                             unsigned int* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* format, cudaArray_const_t array);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const struct cudaChannelFormatDesc* format,
                                     struct cudaExtent extent, unsigned int levels,
                                     unsigned int flags GRIDMARK_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned int index);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);

// Pools
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const struct cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc* wanted, size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 struct cudaMemLocation* location);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolExportToShareableHandle(void* handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* pool, void* handle,
                                                 enum cudaMemAllocationHandleType type, unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData* data, void* device);
cudaError_t cudaMemPoolImportPointer(void** device, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData* data);

// Managed memory's hints
cudaError_t gridmark_advise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice, int device);
cudaError_t gridmark_prefetch(const void* memory, size_t bytes, int device, cudaStream_t stream);
int gridmark_device_of(struct cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_bytes, enum cudaMemRangeAttribute attribute,
                                     const void* memory, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* data_bytes, enum cudaMemRangeAttribute* attributes,
                                      size_t count, const void* memory, size_t bytes);
GRIDMARK_C_API_END

#ifdef __cplusplus
// C's cast accepts a pointer to const memory too, as CUDA's does. An allocating call must not become a jump,
// or its return address would be the caller's.
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMalloc(T** device, size_t bytes) {
  const cudaError_t result = gridmark_malloc((void**)device, bytes);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocManaged(T** memory, size_t bytes,
                                                   unsigned int flags = cudaMemAttachGlobal) {
  const cudaError_t result = gridmark_malloc_managed((void**)memory, bytes, flags);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocPitch(T** device, size_t* pitch, size_t width, size_t height) {
  const cudaError_t result = gridmark_malloc_pitch((void**)device, pitch, width, height);
  __asm__ volatile("");
  return result;
}
GRIDMARK_API_WRAPPER cudaError_t cudaMalloc3D(struct cudaPitchedPtr* device, struct cudaExtent extent) {
  const cudaError_t result = gridmark_malloc_3d(device, extent);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocAsync(T** device, size_t bytes, cudaStream_t stream) {
  const cudaError_t result = gridmark_malloc_async((void**)device, bytes, stream);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocAsync(T** device, size_t bytes, cudaMemPool_t pool,
                                                 cudaStream_t stream) {
  const cudaError_t result = gridmark_malloc_from_pool((void**)device, bytes, pool, stream);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocFromPoolAsync(T** device, size_t bytes, cudaMemPool_t pool,
                                                         cudaStream_t stream) {
  const cudaError_t result = gridmark_malloc_from_pool((void**)device, bytes, pool, stream);
  __asm__ volatile("");
  return result;
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMallocHost(T** host, size_t bytes,
                                                unsigned int flags = cudaHostAllocDefault) {
  return ::cudaMallocHost((void**)host, bytes, flags);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaHostAlloc(T** host, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc((void**)host, bytes, flags);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)device, host, flags);
}

// A place is a device's number up to CUDA 12, and a location from 13 on.
static inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice,
                                        int device) {
  return gridmark_advise(memory, bytes, advice, device);
}
static inline cudaError_t cudaMemAdvise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location) {
  return gridmark_advise(memory, bytes, advice, gridmark_device_of(location));
}
static inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device,
                                               cudaStream_t stream = nullptr) {
  return gridmark_prefetch(memory, bytes, device, stream);
}
static inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes,
                                               struct cudaMemLocation location, unsigned int,
                                               cudaStream_t stream = nullptr) {
  return gridmark_prefetch(memory, bytes, gridmark_device_of(location), stream);
}
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#endif  // __cplusplus

#pragma once
// Runtime API calls that the emulated device does not support. A call is an error that names it and an
// alternative.
#ifdef __cplusplus
#include "gridmark/runtime_types.h"
#define GRIDMARK_REFUSED(name, reason) \
  template <class... Arguments>        \
  __attribute__((error(#name ": " reason))) cudaError_t name(Arguments&&...);

#define GRIDMARK_REFUSED_EXTERNAL(name) \
  GRIDMARK_REFUSED(name,                \
                   "the emulated device shares no memory with graphics or other programs. Use cudaMalloc")
GRIDMARK_REFUSED_EXTERNAL(cudaImportExternalMemory)
GRIDMARK_REFUSED_EXTERNAL(cudaExternalMemoryGetMappedBuffer)
GRIDMARK_REFUSED_EXTERNAL(cudaExternalMemoryGetMappedMipmappedArray)
GRIDMARK_REFUSED_EXTERNAL(cudaDestroyExternalMemory)
GRIDMARK_REFUSED_EXTERNAL(cudaImportExternalSemaphore)
GRIDMARK_REFUSED_EXTERNAL(cudaSignalExternalSemaphoresAsync)
GRIDMARK_REFUSED_EXTERNAL(cudaWaitExternalSemaphoresAsync)
GRIDMARK_REFUSED_EXTERNAL(cudaDestroyExternalSemaphore)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphAddExternalSemaphoresSignalNode)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphAddExternalSemaphoresWaitNode)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsMapResources)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsUnmapResources)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsUnregisterResource)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsResourceSetMapFlags)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsResourceGetMappedPointer)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsResourceGetMappedMipmappedArray)
GRIDMARK_REFUSED_EXTERNAL(cudaGraphicsSubResourceGetMappedArray)
GRIDMARK_REFUSED_EXTERNAL(cudaDeviceGetNvSciSyncAttributes)

#define GRIDMARK_REFUSED_LIBRARY(name) \
  GRIDMARK_REFUSED(                    \
      name, "the emulated device loads no device code at run time. Link the kernels into the program")
GRIDMARK_REFUSED_LIBRARY(cudaLibraryLoadData)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryLoadFromFile)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryUnload)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryGetKernel)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryGetKernelCount)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryEnumerateKernels)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryGetGlobal)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryGetManaged)
GRIDMARK_REFUSED_LIBRARY(cudaLibraryGetUnifiedFunction)
GRIDMARK_REFUSED_LIBRARY(cudaGetKernel)
GRIDMARK_REFUSED_LIBRARY(cudaKernelSetAttributeForDevice)

enum cudaDriverEntryPointQueryResult {
  cudaDriverEntryPointSuccess = 0,
  cudaDriverEntryPointSymbolNotFound = 1,
  cudaDriverEntryPointVersionNotSufficent = 2
};
enum { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };
#define GRIDMARK_REFUSED_ENTRY(name) \
  GRIDMARK_REFUSED(name,             \
                   "the emulated device gives no addresses of driver functions. Call them by name (cuda.h)")
GRIDMARK_REFUSED_ENTRY(cudaGetDriverEntryPoint)
GRIDMARK_REFUSED_ENTRY(cudaGetDriverEntryPointByVersion)
GRIDMARK_REFUSED_ENTRY(cudaGetExportTable)

#define GRIDMARK_REFUSED_BATCH(name) \
  GRIDMARK_REFUSED(name, "not on the emulated device. Make one call for each range, on one stream")
GRIDMARK_REFUSED_BATCH(cudaMemcpyBatchAsync)
GRIDMARK_REFUSED_BATCH(cudaMemcpy3DBatchAsync)
GRIDMARK_REFUSED_BATCH(cudaMemPrefetchBatchAsync)
GRIDMARK_REFUSED_BATCH(cudaMemDiscardBatchAsync)
GRIDMARK_REFUSED_BATCH(cudaMemDiscardAndPrefetchBatchAsync)

#define GRIDMARK_REFUSED_LOG(name) \
  GRIDMARK_REFUSED(name, "the emulated device keeps no log. Check the cudaError_t of each call")
GRIDMARK_REFUSED_LOG(cudaLogsRegisterCallback)
GRIDMARK_REFUSED_LOG(cudaLogsUnregisterCallback)
GRIDMARK_REFUSED_LOG(cudaLogsCurrent)
GRIDMARK_REFUSED_LOG(cudaLogsDumpToFile)
GRIDMARK_REFUSED_LOG(cudaLogsDumpToMemory)

#define GRIDMARK_REFUSED_ARRAY(name)                                                   \
  GRIDMARK_REFUSED(name,                                                               \
                   "arrays of the emulated device are neither sparse nor planar. Use " \
                   "cudaArrayGetInfo")
GRIDMARK_REFUSED_ARRAY(cudaArrayGetMemoryRequirements)
GRIDMARK_REFUSED_ARRAY(cudaArrayGetPlane)
GRIDMARK_REFUSED_ARRAY(cudaArrayGetSparseProperties)
GRIDMARK_REFUSED_ARRAY(cudaMipmappedArrayGetMemoryRequirements)
GRIDMARK_REFUSED_ARRAY(cudaMipmappedArrayGetSparseProperties)

GRIDMARK_REFUSED(cudaMemcpyArrayToArray, "deprecated. Use cudaMemcpy2DArrayToArray")
GRIDMARK_REFUSED(cudaMemGetMemPool, "not on the emulated device. Use cudaDeviceGetMemPool")
GRIDMARK_REFUSED(cudaMemSetMemPool, "not on the emulated device. Use cudaDeviceSetMemPool")
GRIDMARK_REFUSED(cudaMemGetDefaultMemPool, "not on the emulated device. Use cudaDeviceGetDefaultMemPool")
GRIDMARK_REFUSED(cudaOccupancyMaxActiveClusters, "the emulated device has no clusters of blocks")
GRIDMARK_REFUSED(cudaFuncGetParamInfo, "the emulated device does not know a kernel's parameters")
GRIDMARK_REFUSED(cudaDeviceRegisterAsyncNotification, "the emulated device sends no notifications")
GRIDMARK_REFUSED(cudaDeviceUnregisterAsyncNotification, "the emulated device sends no notifications")
GRIDMARK_REFUSED(cudaDeviceFlushGPUDirectRDMAWrites, "no other device writes to the emulated one")

#undef GRIDMARK_REFUSED_EXTERNAL
#undef GRIDMARK_REFUSED_LIBRARY
#undef GRIDMARK_REFUSED_ENTRY
#undef GRIDMARK_REFUSED_BATCH
#undef GRIDMARK_REFUSED_LOG
#undef GRIDMARK_REFUSED_ARRAY
#undef GRIDMARK_REFUSED
#endif

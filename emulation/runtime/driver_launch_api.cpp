// The driver API: streams, events, launches and functions.
#include <algorithm>
#include <vector>

#include "emulation/runtime/driver_calls.h"
#include "gridmark/kernel_registry.h"

using namespace gridmark::emulation;

namespace {

/// The buffer in an extra list for cuLaunchKernel. Null if the list has none.
char* packed_arguments(void** extra) {
  char* buffer = nullptr;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<char*>(extra[1]);
  return buffer;
}

}  // namespace

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return driver_result([&] { return cudaStreamCreateWithFlags(stream, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return driver_result([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
CUresult cuStreamDestroy(CUstream stream) {
  return driver_result([&] { return cudaStreamDestroy(stream); });
}
CUresult cuStreamSynchronize(CUstream stream) {
  return driver_result([&] { return cudaStreamSynchronize(stream); });
}
CUresult cuStreamQuery(CUstream stream) {
  return driver_result([&] { return cudaStreamQuery(stream); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return driver_result([&] { return cudaStreamWaitEvent(stream, event, flags); });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return driver_result([&] { return cudaLaunchHostFunc(stream, function, data); });
}
CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return driver_result([&] { return cudaEventCreateWithFlags(event, flags); });
}
CUresult cuEventDestroy(CUevent event) {
  return driver_result([&] { return cudaEventDestroy(event); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return driver_result([&] { return cudaEventRecord(event, stream); });
}
CUresult cuEventSynchronize(CUevent event) {
  return driver_result([&] { return cudaEventSynchronize(event); });
}
CUresult cuEventQuery(CUevent event) {
  return driver_result([&] { return cudaEventQuery(event); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return driver_result([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z,
                        unsigned int shared_bytes, CUstream stream, void** arguments, void** extra) {
  std::vector<void*> unpacked;
  if (extra) {
    unpacked.resize(most_arguments);
    char* buffer = packed_arguments(extra);
    if (arguments || !buffer) return CUDA_ERROR_INVALID_VALUE;
    if (find_packed_arguments(function, buffer, unpacked.data())) arguments = unpacked.data();
  }
  const LaunchShape shape{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream, false};
  return driver_result([&] { return launch_registered(function, shape, arguments); });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** arguments) {
  const LaunchShape shape{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream, true};
  return driver_result([&] { return launch_registered(function, shape, arguments); });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes known;
  const CUresult result = driver_result([&] { return function_attributes(&known, function); });
  if (result != CUDA_SUCCESS) return result;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return *value = known.maxThreadsPerBlock, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return *value = static_cast<int>(known.sharedSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return *value = static_cast<int>(known.constSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return *value = static_cast<int>(known.localSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return *value = known.numRegs, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return *value = known.ptxVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return *value = known.binaryVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return *value = known.maxDynamicSharedSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return *value = known.preferredShmemCarveout, CUDA_SUCCESS;
    default:
      return *value = 0, CUDA_SUCCESS;
  }
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return driver_result(
      [&] { return set_function_attribute(function, static_cast<cudaFuncAttribute>(attribute), value); });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache) {
  return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int block_threads,
                                                     size_t dynamic_shared_bytes) {
  return driver_result([&] { return occupancy(blocks, function, block_threads, dynamic_shared_bytes, 0); });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t dynamic_shared_bytes,
                                          int block_limit) {
  const auto shared = [&](int threads) { return shared_of ? shared_of(threads) : dynamic_shared_bytes; };
  return driver_result([&] { return best_block_size(grid, block, function, shared, block_limit); });
}

CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }

}  // extern "C"

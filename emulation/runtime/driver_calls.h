#pragma once
// Results of driver API calls: they are returned, but not kept for cudaGetLastError.
#include "cuda.h"
#include "emulation/runtime/last_error.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {

/// The context that the runtime API uses.
CUctx_st& primary_context(int device);

CUresult driver_code(cudaError_t error);

template <class Call>
CUresult driver_result(Call call) {
  const cudaError_t before = cudaPeekAtLastError();
  const cudaError_t error = call();
  if (error != cudaSuccess) {
    cudaGetLastError();
    remember(before);
  }
  return driver_code(error);
}

inline void* to_pointer(CUdeviceptr device) { return reinterpret_cast<void*>(device); }

}  // namespace gridmark::emulation

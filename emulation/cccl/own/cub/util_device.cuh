#pragma once
#include <cuda_runtime.h>

#include "util_debug.cuh"
#include "util_macro.cuh"
#include "util_ptx.cuh"
#include "util_type.cuh"

namespace cub {

inline int CurrentDevice() {
  int device = -1;
  return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
inline cudaError_t PtxVersion(int& version) {
  version = CUB_PTX_ARCH;
  return cudaSuccess;
}
inline cudaError_t SmVersion(int& version, int device = CurrentDevice()) {
  int major = 0, minor = 0;
  cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  version = major * 100 + minor * 10;
  return error;
}
inline cudaError_t SyncStream(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

/// Places several arrays in one piece of temporary storage, each at a multiple of 256 bytes. Without storage
/// it returns the required size.
template <int ARRAYS>
cudaError_t AliasTemporaries(void* storage, size_t& storage_bytes, void* (&arrays)[ARRAYS],
                             const size_t (&bytes)[ARRAYS]) {
  size_t offset = 0;
  for (int i = 0; i < ARRAYS; ++i) {
    arrays[i] = storage ? static_cast<char*>(storage) + offset : nullptr;
    offset += (bytes[i] + 255) / 256 * 256;
  }
  if (!storage) return storage_bytes = offset ? offset : 1, cudaSuccess;
  return storage_bytes < offset ? cudaErrorInvalidValue : cudaSuccess;
}

template <class Numerator, class Denominator>
constexpr Numerator DivideAndRoundUp(Numerator n, Denominator d) {
  return static_cast<Numerator>(n / d + (n % d != 0));
}

}  // namespace cub

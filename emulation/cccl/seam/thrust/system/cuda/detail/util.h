#pragma once
// Streams of execution policies, and errors as exceptions.
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

#include <cuda_runtime.h>

#include <cstdio>
#include <exception>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

inline cudaStream_t default_stream() {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  return cudaStreamPerThread;
#else
  return cudaStreamLegacy;
#endif
}

template <class Derived>
cudaStream_t get_stream(execution_policy<Derived>&) {
  return default_stream();
}
template <class Derived>
cudaStream_t stream(execution_policy<Derived>& policy) {
  return get_stream(thrust::detail::derived_cast(policy));
}

template <class Policy>
cudaError_t synchronize(Policy& policy) {
  return cudaStreamSynchronize(stream(policy));
}
/// All work is finished when an algorithm returns.
template <class Policy>
cudaError_t synchronize_optional(Policy&) {
  return cudaSuccess;
}

/// Thrust before CUDA 12 used this name.
inline void terminate() { std::terminate(); }

inline void throw_on_error(cudaError_t status) {
  cudaGetLastError();
  if (status != cudaSuccess) throw thrust::system_error(status, thrust::cuda_category());
}
inline void throw_on_error(cudaError_t status, const char* message) {
  cudaGetLastError();
  if (status != cudaSuccess) throw thrust::system_error(status, thrust::cuda_category(), message);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END

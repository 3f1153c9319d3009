#pragma once
// Thrust's algorithms for device memory.
//
// Theory of operation
// device_vector, device_ptr and thrust::device belong to Thrust's CUDA system, as with nvcc: memory comes
// from cudaMalloc, and elements are copied by cudaMemcpy. CCCL implements that system's algorithms for nvcc
// alone. Here each of them finishes the stream's queued work, opens device memory to the calling host thread,
// and runs Thrust's sequential algorithm there. Thrust builds the other algorithms (transform, count, fill,
// ...) from these.
#include <thrust/detail/execution_policy.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/sequential/execution_policy.h>

#include "gridmark/host_work.h"

#ifndef THRUST_NAMESPACE_BEGIN
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
#endif
#define GRIDMARK_THRUST_BEGIN THRUST_NAMESPACE_BEGIN namespace cuda_cub {
#define GRIDMARK_THRUST_END \
  }                         \
  THRUST_NAMESPACE_END

/// The overload for the CUDA system, if the sequential system has one for these arguments.
#define GRIDMARK_THRUST_ALGORITHM(name)                                                     \
  template <class Derived, class... Arguments>                                              \
  auto name(execution_policy<Derived>& policy, Arguments... arguments)                      \
      ->decltype(system::detail::sequential::name(                                          \
          *static_cast<thrust::system::detail::sequential::tag*>(nullptr), arguments...)) { \
    const ::gridmark::emulation::HostWork work(cuda_cub::stream(policy));                   \
    thrust::system::detail::sequential::tag sequential;                                     \
    return thrust::system::detail::sequential::name(sequential, arguments...);              \
  }

#pragma once
// Memory for Thrust's containers: cudaMalloc, cudaMallocManaged, cudaMallocHost.
#include <thrust/mr/host_memory_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/pointer.h>
#include <thrust/system/detail/bad_alloc.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cuda {
namespace detail {

/// `Memory` has allocate(void**, size_t) and release(void*), which return CUDA's errors.
template <class Memory, class Pointer>
class runtime_memory_resource final : public mr::memory_resource<Pointer> {
 public:
  Pointer do_allocate(std::size_t bytes, std::size_t = 0) override {
    void* memory = nullptr;
    const cudaError_t error = Memory::allocate(&memory, bytes);
    if (error == cudaSuccess) return Pointer(memory);
    cudaGetLastError();
    throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(error).c_str());
  }
  void do_deallocate(Pointer memory, std::size_t, std::size_t) override {
    thrust::cuda_cub::throw_on_error(Memory::release(thrust::detail::pointer_traits<Pointer>::get(memory)),
                                     "CUDA free failed");
  }
};

struct device_memory {
  static cudaError_t allocate(void** memory, std::size_t bytes) { return ::cudaMalloc(memory, bytes); }
  static cudaError_t release(void* memory) { return ::cudaFree(memory); }
};
struct managed_memory {
  static cudaError_t allocate(void** memory, std::size_t bytes) { return ::cudaMallocManaged(memory, bytes); }
  static cudaError_t release(void* memory) { return ::cudaFree(memory); }
};
struct pinned_memory {
  static cudaError_t allocate(void** memory, std::size_t bytes) { return ::cudaMallocHost(memory, bytes); }
  static cudaError_t release(void* memory) { return ::cudaFreeHost(memory); }
};

using device_memory_resource = runtime_memory_resource<device_memory, thrust::cuda_cub::pointer<void>>;
using managed_memory_resource =
    runtime_memory_resource<managed_memory, thrust::cuda_cub::universal_pointer<void>>;
using pinned_memory_resource =
    runtime_memory_resource<pinned_memory, thrust::cuda_cub::universal_pointer<void>>;

}  // namespace detail

using memory_resource = detail::device_memory_resource;
using universal_memory_resource = detail::managed_memory_resource;
using universal_host_pinned_memory_resource = detail::pinned_memory_resource;

}  // namespace cuda
}  // namespace system

namespace cuda {
using thrust::system::cuda::memory_resource;
using thrust::system::cuda::universal_host_pinned_memory_resource;
using thrust::system::cuda::universal_memory_resource;
}  // namespace cuda
THRUST_NAMESPACE_END

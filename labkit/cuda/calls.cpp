// The calls of the CUDA runtime that the ledger records.
//
// Theory of operation. The worker is linked with --wrap=cudaMalloc and similar options (wrapped_calls.txt has
// one name per line). So each call of the submission, the adaptor and the tensor kit goes to
// __wrap_cudaMalloc in this file. It calls __real_cudaMalloc, the runtime's function, and notes the effect.
// Libraries with a separate runtime, such as cuBLAS, are not seen. Their memory appears only in the driver's
// figures (device_sample.h).
#include <cuda_runtime_api.h>

#include "labkit/cuda/ledger.h"
#include "labkit/cuda/real_calls.h"

#define GRIDMARK_CALLER __builtin_return_address(0)

namespace gridmark::cuda {
namespace {

cudaError_t took(cudaError_t error, void* const* start, std::size_t bytes, Memory memory,
                 const void* caller) {
  if (error == cudaSuccess && start != nullptr) ledger().took(*start, bytes, memory, caller);
  return error;
}

cudaError_t gave_back(cudaError_t error, const void* start) {
  if (error == cudaSuccess) ledger().gave_back(start);
  return error;
}

bool is_on_device(const void* address) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

cudaError_t copied(cudaError_t error, const void* to, const void* from, std::size_t bytes,
                   cudaMemcpyKind kind) {
  if (error != cudaSuccess) return error;
  if (kind == cudaMemcpyDefault) {
    const bool onto = is_on_device(to), off = is_on_device(from);
    kind = onto ? (off ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                : (off ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
  }
  if (kind == cudaMemcpyHostToDevice) ledger().copied(Direction::host_to_device, bytes);
  if (kind == cudaMemcpyDeviceToHost) ledger().copied(Direction::device_to_host, bytes);
  if (kind == cudaMemcpyDeviceToDevice) ledger().copied(Direction::device_to_device, bytes);
  return error;
}

std::uint64_t volume(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

cudaError_t launched(cudaError_t error, dim3 grid, dim3 block) {
  if (error == cudaSuccess) ledger().launched(volume(grid), volume(block));
  return error;
}

}  // namespace
}  // namespace gridmark::cuda

using namespace gridmark::cuda;

extern "C" {

cudaError_t __wrap_cudaMalloc(void** start, std::size_t bytes) {
  return took(__real_cudaMalloc(start, bytes), start, bytes, Memory::device, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaMallocAsync(void** start, std::size_t bytes, cudaStream_t stream) {
  return took(__real_cudaMallocAsync(start, bytes, stream), start, bytes, Memory::device, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaMallocFromPoolAsync(void** start, std::size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return took(__real_cudaMallocFromPoolAsync(start, bytes, pool, stream), start, bytes, Memory::device,
              GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaMallocPitch(void** start, std::size_t* pitch, std::size_t width, std::size_t height) {
  const cudaError_t error = __real_cudaMallocPitch(start, pitch, width, height);
  return took(error, start, error == cudaSuccess ? *pitch * height : 0, Memory::device, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaMallocManaged(void** start, std::size_t bytes, unsigned flags) {
  return took(__real_cudaMallocManaged(start, bytes, flags), start, bytes, Memory::managed, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaMallocHost(void** start, std::size_t bytes) {
  return took(__real_cudaMallocHost(start, bytes), start, bytes, Memory::page_locked, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaHostAlloc(void** start, std::size_t bytes, unsigned flags) {
  return took(__real_cudaHostAlloc(start, bytes, flags), start, bytes, Memory::page_locked, GRIDMARK_CALLER);
}
cudaError_t __wrap_cudaFree(void* start) { return gave_back(__real_cudaFree(start), start); }
cudaError_t __wrap_cudaFreeAsync(void* start, cudaStream_t stream) {
  return gave_back(__real_cudaFreeAsync(start, stream), start);
}
cudaError_t __wrap_cudaFreeHost(void* start) { return gave_back(__real_cudaFreeHost(start), start); }

cudaError_t __wrap_cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copied(__real_cudaMemcpy(to, from, bytes, kind), to, from, bytes, kind);
}
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  return copied(__real_cudaMemcpyAsync(to, from, bytes, kind, stream), to, from, bytes, kind);
}
cudaError_t __wrap_cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copied(__real_cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind), to, from,
                width * height, kind);
}
cudaError_t __wrap_cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return copied(__real_cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream), to,
                from, width * height, kind);
}
cudaError_t __wrap_cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind) {
  return copied(__real_cudaMemcpyToSymbol(symbol, from, bytes, offset, kind), nullptr, from, bytes,
                kind == cudaMemcpyDefault ? cudaMemcpyHostToDevice : kind);
}
cudaError_t __wrap_cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind kind) {
  return copied(__real_cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind), to, nullptr, bytes,
                kind == cudaMemcpyDefault ? cudaMemcpyDeviceToHost : kind);
}

cudaError_t __wrap_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared, cudaStream_t stream) {
  return launched(__real_cudaLaunchKernel(function, grid, block, arguments, shared, stream), grid, block);
}
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared, cudaStream_t stream) {
  return launched(__real_cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, stream), grid,
                  block);
}
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function,
                                       void** arguments) {
  return launched(__real_cudaLaunchKernelExC(configuration, function, arguments), configuration->gridDim,
                  configuration->blockDim);
}
#if CUDART_VERSION >= 12010  // what <<<>>> becomes from CUDA 13 on
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared, cudaStream_t stream) {
  return launched(__real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream), grid, block);
}
#endif

}  // extern "C"

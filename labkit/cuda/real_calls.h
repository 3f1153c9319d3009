#pragma once
// The runtime's functions behind those of calls.cpp. gridmark's calls use them and so bypass the ledger.
#include <cuda_runtime_api.h>

#include <cstddef>

extern "C" {
cudaError_t __real_cudaMalloc(void** start, std::size_t bytes);
cudaError_t __real_cudaMallocAsync(void** start, std::size_t bytes, cudaStream_t stream);
cudaError_t __real_cudaMallocFromPoolAsync(void** start, std::size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream);
cudaError_t __real_cudaMallocPitch(void** start, std::size_t* pitch, std::size_t width, std::size_t height);
cudaError_t __real_cudaMallocManaged(void** start, std::size_t bytes, unsigned flags);
cudaError_t __real_cudaMallocHost(void** start, std::size_t bytes);
cudaError_t __real_cudaHostAlloc(void** start, std::size_t bytes, unsigned flags);
cudaError_t __real_cudaFree(void* start);
cudaError_t __real_cudaFreeAsync(void* start, cudaStream_t stream);
cudaError_t __real_cudaFreeHost(void* start);
cudaError_t __real_cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t __real_cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream);
cudaError_t __real_cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t __real_cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream);
cudaError_t __real_cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind);
cudaError_t __real_cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        cudaMemcpyKind kind);
cudaError_t __real_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared, cudaStream_t stream);
cudaError_t __real_cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared, cudaStream_t stream);
cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function,
                                       void** arguments);
#if CUDART_VERSION >= 12010
cudaError_t __real___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared, cudaStream_t stream);
#endif
}

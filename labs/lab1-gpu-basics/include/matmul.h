#pragma once
// Four kernels for one product: what your benchmark.cu implements.
//
// Common to all four: C = A * B, row-major FP32, so that a[row * k + i] is row `row`, column `i` of A.
//
// a [m,k], b [k,n], c [m,n]   device pointers, not overlapping; a and b are only read, c is overwritten whole
// m, n, k                     in elements, any shape with m, n, k >= 1 and m*k, k*n, m*n < 2^31
// stream                      the work is queued there; the call need not wait for it
// accuracy                    relative RMSE against FP64 <= 1e-5, in FP32 alone: no kernel computes in double
// errors                      sizes < 1 give cudaErrorInvalidValue; launch errors come back unchanged
// memory                      whatever a call allocates on the device it frees again; no call leaves one more
//                             stream or event behind than the call before it
#include <cuda_runtime.h>

/// The first product, which has to be right and may be slow. Take one thread per element of C and threadIdx.x
/// along the rows, to see what the next kernel gains: neighbouring threads then read A a whole row apart, so a
/// warp's request touches 32 sectors, not 4.
///
/// source    Hwu, Kirk & El Hajj, Programming Massively Parallel Processors, 4th ed., ch. 3
cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream);

/// One thread per element of C, threadIdx.x along the columns.
///
/// speed     sectors moved / sectors needed <= 1.05 at m = n = k = 256
/// source    Hwu, Kirk & El Hajj, ch. 6 (memory coalescing)
cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream);

/// A block computes a tile of C from tiles of A and B in shared memory.
///
/// speed     loads <= 1/8 of naive's 8*m*n*k bytes from global memory, no bank conflicts (at 256)
/// source    Hwu, Kirk & El Hajj, ch. 5 (tiling)
cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream);

/// Tiled, and each thread keeps several elements of C in registers.
///
/// speed     loads <= 1/32 of naive's 8*m*n*k bytes from global memory (at 256)
/// source    Volkov & Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC08
cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream);

#pragma once
// The contract of the four products that your benchmark.cu implements.
//
// All four compute C = A * B in row-major FP32, so a[row * k + i] is row `row`, column `i` of A.
//
// a [m,k], b [k,n], c [m,n]   device pointers that do not overlap. Read a and b, and write all elements of c
// m, n, k                     in elements, any shape with m, n, k >= 1 and m*k, k*n, m*n < 2^31
// stream                      queue the work there. The call need not wait for it
// accuracy                    relative RMSE against FP64 <= 1e-5. Use FP32 only, never double
// errors                      return cudaErrorInvalidValue for sizes < 1, and launch errors unchanged
// memory                      each call must free all device memory that it allocates. The number of streams
//                             and events that you leave behind must not grow from call to call
#include <cuda_runtime.h>

/// The first product must be right and may be slow. Use one thread per element of C, in blocks 32 threads
/// wide, and let threadIdx.x select the row. Then the 32 lanes of a warp read elements of A that lie a whole
/// row apart, so this request touches 32 sectors (if k >= 8). Their request for B touches 1 sector, because
/// all lanes read the same element.
///
/// source    Hwu, Kirk & El Hajj, Programming Massively Parallel Processors, 4th ed., ch. 3
cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream);

/// One thread per element of C again, but threadIdx.x selects the column. Now all lanes of a warp read the
/// same element of A (1 sector) and 32 neighbouring elements of B (4 sectors if they are aligned).
///
/// speed     sectors moved / sectors needed <= 1.05 at m = n = k = 256
/// source    Hwu, Kirk & El Hajj, ch. 6 (memory coalescing)
cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream);

/// Each block computes a tile of C from tiles of A and B in shared memory.
///
/// speed     loads at most 1/8 of naive's 8*m*n*k bytes from global memory, no bank conflicts (at 256)
/// source    Hwu, Kirk & El Hajj, ch. 5 (tiling)
cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream);

/// Tiled as above, and each thread keeps several elements of C in registers.
///
/// speed     loads at most 1/32 of naive's 8*m*n*k bytes from global memory (at 256)
/// source    Volkov & Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC08
cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream);

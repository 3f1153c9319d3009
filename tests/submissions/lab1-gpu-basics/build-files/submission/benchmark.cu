// Lab 1: four kernels for C = A * B, each faster than the one before, all with the same result.
// Read matmul.h first: it holds the contract.
#include "matmul.h"

// Blocks of `size` threads or elements that cover `count`; the last one may be partly empty.
inline int blocks_for(int count, int size) { return (count + size - 1) / size; }

// ----------------------------------------------------------------------------------------------------
// 1. Naive: one thread per element of C, threadIdx.x along the rows.

// TODO: write a kernel in which each thread computes one element of C, with
//   row from blockIdx.x and threadIdx.x, col from blockIdx.y and threadIdx.y.
// Threads past the edge of C (row >= m or col >= n) must touch no memory.

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
  // TODO: return cudaErrorInvalidValue for sizes below 1; launch your kernel on `stream` with enough
  // blocks to cover C; return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 2. Coalesced: the same arithmetic, threadIdx.x along the columns.

// TODO: as above, but choose row and col so that neighbouring threads of a warp read neighbouring
// elements of B and write neighbouring elements of C.

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. Tiled: a block loads a tile of A and a tile of B once, and all its threads reuse them.

// TODO: write a kernel whose blocks each compute a square tile of C. For each tile along k:
//   load a tile of A and a tile of B into __shared__ memory, zeros past the edges;
//   wait until every thread has loaded;
//   add the products of the two tiles to the sum of this thread's element;
//   wait until every thread has read, before the next load overwrites the tiles.
// A thread past the edge of C still loads and waits with the others: return only at the end.

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 4. Register tile: each thread computes 4 x 4 elements, so a value read from shared memory serves four.

// TODO: write a kernel whose blocks each compute a 64 x 64 tile of C with 16 x 16 threads, each of which
// keeps 4 x 4 sums in registers. Load tiles as in matmul_tiled: there are more elements than threads now,
// so each thread loads several.

cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

#include "benchmark.h"

BenchResult benchmark_matmul(Kernel, int, int) { return {}; }

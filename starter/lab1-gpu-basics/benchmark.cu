// Lab 1: four kernels for C = A * B with the same result, each faster than the one before, and a function
// that measures their speed. Read matmul.h first: it holds the contract.
#include "matmul.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "benchmark.h"

// Number of blocks of `size` threads or elements that cover `count`. The last one may be partly unused.
inline int blocks_for(int count, int size) { return (count + size - 1) / size; }

// ----------------------------------------------------------------------------------------------------
// 1. Naive: one thread per element of C, threadIdx.x selects the row.

// TODO: write a kernel in which each thread computes one element of C, with
//   row from blockIdx.x and threadIdx.x, col from blockIdx.y and threadIdx.y.
// Threads past the edge of C (row >= m or col >= n) must not access memory.

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
  // TODO: return cudaErrorInvalidValue for sizes below 1. Otherwise launch your kernel on `stream` with
  // enough blocks to cover C, and return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 2. Coalesced: the same arithmetic, but threadIdx.x selects the column.

// TODO: do the same, but choose row and col so that neighbouring threads of a warp read neighbouring
// elements of B and write neighbouring elements of C.

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. Tiled: a block loads a tile of A and a tile of B once, and all its threads reuse them.

// TODO: write a kernel whose blocks each compute a square tile of C. For each tile along k:
//   - load a tile of A and a tile of B into __shared__ memory, with zeros past the edges
//   - wait until every thread has loaded
//   - add the products of the two tiles to the sum of this thread's element
//   - wait until every thread has read, before the next load overwrites the tiles
// A thread past the edge of C must still load and wait with the others. Return only at the end.

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 4. Register tile: each thread computes 4 x 4 elements and uses each value from shared memory four times.

// TODO: write a kernel whose blocks each compute a 64 x 64 tile of C with 16 x 16 threads. Each thread keeps
// 4 x 4 sums in registers. Load the tiles as in matmul_tiled. They now have more elements than a block has
// threads, so each thread loads several.

cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream) {
  // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 5. How fast is a kernel? Read benchmark.h first.

// TODO: allocate three n x n matrices, call the kernel once to warm up, and synchronise. Then time
// `iterations` calls, with an event before the first and one after each. Synchronise, then read the times.
// ms is their mean, cv their standard deviation divided by ms, and tflops uses 2n^3 operations. If a call
// fails, return {0, 0, 0}. Free everything.

BenchResult benchmark_matmul(Kernel kernel, int n, int iterations) {
  return {};
}

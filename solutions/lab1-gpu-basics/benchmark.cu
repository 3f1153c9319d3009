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

// BEGIN SOLUTION matmul_naive
//: // TODO: write a kernel in which each thread computes one element of C, with
//: //   row from blockIdx.x and threadIdx.x, col from blockIdx.y and threadIdx.y.
//: // Threads past the edge of C (row >= m or col >= n) must not access memory.
//:
//: cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k,
//:                          cudaStream_t stream) {
//:   // TODO: return cudaErrorInvalidValue for sizes below 1. Otherwise launch your kernel on `stream` with
//:   // enough blocks to cover C, and return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  // The 32 threads of a warp have 32 different rows, so their reads of A lie k floats apart.
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
// END SOLUTION matmul_naive

// ----------------------------------------------------------------------------------------------------
// 2. Coalesced: the same arithmetic, but threadIdx.x selects the column.

// BEGIN SOLUTION matmul_coalesced
//: // TODO: do the same, but choose row and col so that neighbouring threads of a warp read neighbouring
//: // elements of B and write neighbouring elements of C.
//:
//: cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
//:                              cudaStream_t stream) {
//:   // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
__global__ void coalesced_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  // The 32 threads of a warp share a row: they read one element of A, and 32 neighbours of B and C.
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(n, block.x), blocks_for(m, block.y));
  coalesced_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
// END SOLUTION matmul_coalesced

// ----------------------------------------------------------------------------------------------------
// 3. Tiled: a block loads a tile of A and a tile of B once, and all its threads reuse them.

// BEGIN SOLUTION matmul_tiled
//: // TODO: write a kernel whose blocks each compute a square tile of C. For each tile along k:
//: //   - load a tile of A and a tile of B into __shared__ memory, with zeros past the edges
//: //   - wait until every thread has loaded
//: //   - add the products of the two tiles to the sum of this thread's element
//: //   - wait until every thread has read, before the next load overwrites the tiles
//: // A thread past the edge of C must still load and wait with the others. Return only at the end.
//:
//: cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k,
//:                          cudaStream_t stream) {
//:   // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
constexpr int TILE = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * TILE + tx;
  const int row = blockIdx.y * TILE + ty;

  float sum = 0.0f;
  for (int start = 0; start < k; start += TILE) {
    // Zeros past the edges add nothing, so the loop below needs no bounds.
    a_tile[ty][tx] = row < m && start + tx < k ? a[row * k + start + tx] : 0.0f;
    b_tile[ty][tx] = start + ty < k && col < n ? b[(start + ty) * n + col] : 0.0f;
    __syncthreads();  // both tiles are complete

    // All lanes of a warp read one element of a_tile and 32 neighbours of b_tile: no bank conflicts.
    for (int i = 0; i < TILE; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
    __syncthreads();  // every thread is done with the tiles
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(TILE, TILE);
  const dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE));
  tiled_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
// END SOLUTION matmul_tiled

// ----------------------------------------------------------------------------------------------------
// 4. Register tile: each thread computes 4 x 4 elements and uses each value from shared memory four times.

// BEGIN SOLUTION matmul_regtile
//: // TODO: write a kernel whose blocks each compute a 64 x 64 tile of C with 16 x 16 threads. Each thread keeps
//: // 4 x 4 sums in registers. Load the tiles as in matmul_tiled. They now have more elements than a block has
//: // threads, so each thread loads several.
//:
//: cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
//:                            cudaStream_t stream) {
//:   // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
constexpr int SIDE = 16;                 // a block has SIDE x SIDE threads
constexpr int EACH = 4;                  // a thread computes EACH x EACH elements, SIDE apart
constexpr int BLOCK_TILE = SIDE * EACH;  // a block computes BLOCK_TILE x BLOCK_TILE elements
constexpr int DEPTH = 16;                // length of the shared tiles along k

__global__ void regtile_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[BLOCK_TILE][DEPTH];
  __shared__ float b_tile[DEPTH][BLOCK_TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * BLOCK_TILE;
  const int first_col = blockIdx.x * BLOCK_TILE;

  float sum[EACH][EACH] = {};
  for (int start = 0; start < k; start += DEPTH) {
    // The block loads each tile in memory order, so its loads are coalesced.
    for (int i = ty * SIDE + tx; i < BLOCK_TILE * DEPTH; i += SIDE * SIDE) {
      const int a_row = first_row + i / DEPTH, a_col = start + i % DEPTH;
      a_tile[i / DEPTH][i % DEPTH] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0.0f;
      const int b_row = start + i / BLOCK_TILE, b_col = first_col + i % BLOCK_TILE;
      b_tile[i / BLOCK_TILE][i % BLOCK_TILE] = b_row < k && b_col < n ? b[b_row * n + b_col] : 0.0f;
    }
    __syncthreads();

    // 8 reads of shared memory serve 16 multiply-adds. A thread's elements lie SIDE apart, not side by side.
    // So the 16 threads of a row read 16 neighbours of b_tile, in 16 different banks.
    for (int i = 0; i < DEPTH; ++i) {
      float a_part[EACH], b_part[EACH];
      for (int e = 0; e < EACH; ++e) a_part[e] = a_tile[ty + e * SIDE][i];
      for (int e = 0; e < EACH; ++e) b_part[e] = b_tile[i][tx + e * SIDE];
      for (int y = 0; y < EACH; ++y)
        for (int x = 0; x < EACH; ++x) sum[y][x] += a_part[y] * b_part[x];
    }
    __syncthreads();
  }

  for (int y = 0; y < EACH; ++y)
    for (int x = 0; x < EACH; ++x) {
      const int row = first_row + ty + y * SIDE, col = first_col + tx + x * SIDE;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
}

cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(SIDE, SIDE);
  const dim3 grid(blocks_for(n, BLOCK_TILE), blocks_for(m, BLOCK_TILE));
  regtile_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
// END SOLUTION matmul_regtile

// ----------------------------------------------------------------------------------------------------
// 5. How fast is a kernel? Read benchmark.h first.

// BEGIN SOLUTION benchmark_matmul
//: // TODO: allocate three n x n matrices, call the kernel once to warm up, and synchronise. Then time
//: // `iterations` calls, with an event before the first and one after each. Synchronise, then read the times.
//: // ms is their mean, cv their standard deviation divided by ms, and tflops uses 2n^3 operations. If a call
//: // fails, return {0, 0, 0}. Free everything.
//:
//: BenchResult benchmark_matmul(Kernel kernel, int n, int iterations) {
//:   return {};
//: }
// Buffers and events of one benchmark, freed at the end of the scope.
struct Bench {
  Bench(int n, int iterations) : bytes(sizeof(float) * n * n), events(iterations + 1) {
    for (float** matrix : {&a, &b, &c}) keep(cudaMalloc(matrix, bytes));
    for (float* matrix : {a, b, c}) keep(cudaMemset(matrix, 0, bytes));
    for (cudaEvent_t& event : events) keep(cudaEventCreate(&event));
  }
  ~Bench() {
    for (cudaEvent_t event : events) cudaEventDestroy(event);
    for (float* matrix : {a, b, c}) cudaFree(matrix);
  }
  // Remembers the first error.
  void keep(cudaError_t returned) {
    if (error == cudaSuccess) error = returned;
  }

  std::size_t bytes;
  std::vector<cudaEvent_t> events;  // one before the first iteration, one after each
  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaError_t error = cudaSuccess;
};

// Mean and coefficient of variation of the times in milliseconds, and the speed that follows from them.
BenchResult summary(const std::vector<double>& times, int n) {
  double sum = 0, squares = 0;
  for (double ms : times) sum += ms;
  const double mean = sum / times.size();
  for (double ms : times) squares += (ms - mean) * (ms - mean);
  const double operations = 2.0 * n * n * n;  // in double: 2n^3 is too large for an int from n = 1024 on
  return {mean, operations / (mean * 1e-3) * 1e-12, std::sqrt(squares / times.size()) / mean};
}

BenchResult benchmark_matmul(Kernel kernel, int n, int iterations) {
  if (n < 1 || iterations < 1) return {};
  Bench bench(n, iterations);
  const auto call = [&] { bench.keep(kernel(bench.a, bench.b, bench.c, n, n, n, nullptr)); };
  if (bench.error == cudaSuccess) call();  // the first call of a kernel takes longer than the others
  bench.keep(cudaDeviceSynchronize());

  bench.keep(cudaEventRecord(bench.events[0]));
  for (int i = 0; i < iterations && bench.error == cudaSuccess; ++i) {
    call();
    bench.keep(cudaEventRecord(bench.events[i + 1]));
  }
  bench.keep(cudaDeviceSynchronize());  // before this, the calls are only queued

  std::vector<double> times;
  for (int i = 0; i < iterations && bench.error == cudaSuccess; ++i) {
    float ms = 0;
    bench.keep(cudaEventElapsedTime(&ms, bench.events[i], bench.events[i + 1]));
    times.push_back(ms);
  }
  return bench.error == cudaSuccess ? summary(times, n) : BenchResult{};
}
// END SOLUTION benchmark_matmul

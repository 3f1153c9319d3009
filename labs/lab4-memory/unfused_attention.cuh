#pragma once
// Attention as three kernels, which keep the matrices of scores and weights in memory. A flash attention is
// compared with it in bytes, in error, and on a GPU in time. Products use tiles in shared memory.
#include <cuda_runtime.h>

#include <cstddef>

namespace gridmark::lab4 {
namespace {

constexpr int unfused_tile = 16, unfused_row_threads = 128;

/// Sizes of one attention, in the form that the kernels need.
struct UnfusedSizes {
  int queries, keys;
  int d;
  bool causal;
};

/// scores[i][j] = q[i] * k[j] / sqrt(d), or -Inf if j must not be seen. One block for each tile, with the
/// matrix in blockIdx.z.
__global__ void unfused_scores(const float* q, const float* k, float* scores, UnfusedSizes size) {
  __shared__ float q_tile[unfused_tile][unfused_tile + 1], k_tile[unfused_tile][unfused_tile + 1];
  const std::size_t matrix = blockIdx.z;
  const float* queries = q + matrix * size.queries * size.d;
  const float* keys = k + matrix * size.keys * size.d;
  const int row = blockIdx.y * unfused_tile + threadIdx.y, column = blockIdx.x * unfused_tile + threadIdx.x;
  const int key = blockIdx.x * unfused_tile + threadIdx.y;
  float sum = 0;
  for (int at = 0; at < size.d; at += unfused_tile) {
    const int i = at + threadIdx.x;
    q_tile[threadIdx.y][threadIdx.x] =
        row < size.queries && i < size.d ? queries[static_cast<std::size_t>(row) * size.d + i] : 0;
    k_tile[threadIdx.y][threadIdx.x] =
        key < size.keys && i < size.d ? keys[static_cast<std::size_t>(key) * size.d + i] : 0;
    __syncthreads();
    for (int x = 0; x < unfused_tile; ++x) sum += q_tile[threadIdx.y][x] * k_tile[threadIdx.x][x];
    __syncthreads();
  }
  if (row >= size.queries || column >= size.keys) return;
  const bool hidden = size.causal && column > row + size.keys - size.queries;
  scores[(matrix * size.queries + row) * size.keys + column] =
      hidden ? -INFINITY : sum / sqrtf(static_cast<float>(size.d));
}

/// One value for all threads of the block, from all of them. add: the sum, else the greatest.
__device__ float unfused_over_block(float value, bool add) {
  __shared__ float shared[unfused_row_threads];
  shared[threadIdx.x] = value;
  for (int step = unfused_row_threads / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) {
      const float other = shared[threadIdx.x + step];
      shared[threadIdx.x] = add ? shared[threadIdx.x] + other : fmaxf(shared[threadIdx.x], other);
    }
  }
  __syncthreads();
  const float result = shared[0];
  __syncthreads();
  return result;
}

/// weights = softmax(scores) by rows, with one block per row. Also computes lse.
__global__ void unfused_softmax(const float* scores, float* weights, float* lse, int keys) {
  const float* from = scores + static_cast<std::size_t>(blockIdx.x) * keys;
  float* to = weights + static_cast<std::size_t>(blockIdx.x) * keys;
  float greatest = -INFINITY;
  for (int i = threadIdx.x; i < keys; i += unfused_row_threads) greatest = fmaxf(greatest, from[i]);
  greatest = unfused_over_block(greatest, false);
  const bool hidden = greatest == -INFINITY;
  float sum = 0;
  if (!hidden)
    for (int i = threadIdx.x; i < keys; i += unfused_row_threads) sum += expf(from[i] - greatest);
  sum = unfused_over_block(sum, true);
  for (int i = threadIdx.x; i < keys; i += unfused_row_threads)
    to[i] = hidden ? 0 : expf(from[i] - greatest) / sum;
  if (threadIdx.x == 0) lse[blockIdx.x] = hidden ? -INFINITY : greatest + logf(sum);
}

/// o = weights * v, with the product of unfused_scores.
__global__ void unfused_values(const float* weights, const float* v, float* o, UnfusedSizes size) {
  __shared__ float w_tile[unfused_tile][unfused_tile + 1], v_tile[unfused_tile][unfused_tile + 1];
  const std::size_t matrix = blockIdx.z;
  const float* rows = weights + matrix * size.queries * size.keys;
  const float* values = v + matrix * size.keys * size.d;
  const int row = blockIdx.y * unfused_tile + threadIdx.y, column = blockIdx.x * unfused_tile + threadIdx.x;
  float sum = 0;
  for (int at = 0; at < size.keys; at += unfused_tile) {
    const int i = at + threadIdx.x, j = at + threadIdx.y;
    w_tile[threadIdx.y][threadIdx.x] =
        row < size.queries && i < size.keys ? rows[static_cast<std::size_t>(row) * size.keys + i] : 0;
    v_tile[threadIdx.y][threadIdx.x] =
        j < size.keys && column < size.d ? values[static_cast<std::size_t>(j) * size.d + column] : 0;
    __syncthreads();
    for (int x = 0; x < unfused_tile; ++x) sum += w_tile[threadIdx.y][x] * v_tile[x][threadIdx.x];
    __syncthreads();
  }
  if (row < size.queries && column < size.d)
    o[(matrix * size.queries + row) * size.d + column] = sum;
}

unsigned unfused_blocks(int size) { return static_cast<unsigned>((size + unfused_tile - 1) / unfused_tile); }

/// The contract of flash_attention_fwd, except for the memory: it needs two more matrices [queries,keys].
cudaError_t unfused_attention(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                              int heads, UnfusedSizes size, cudaStream_t stream) {
  const unsigned matrices = static_cast<unsigned>(batch) * static_cast<unsigned>(heads);
  const std::size_t bytes = static_cast<std::size_t>(matrices) * size.queries * size.keys * sizeof(float);
  float *scores = nullptr, *weights = nullptr;
  cudaError_t error = cudaMalloc(reinterpret_cast<void**>(&scores), bytes);
  if (error == cudaSuccess) error = cudaMalloc(reinterpret_cast<void**>(&weights), bytes);
  if (error == cudaSuccess) {
    const dim3 threads(unfused_tile, unfused_tile);
    const unsigned row_tiles = unfused_blocks(size.queries);
    unfused_scores<<<dim3(unfused_blocks(size.keys), row_tiles, matrices), threads, 0, stream>>>(q, k, scores, size);
    unfused_softmax<<<matrices * static_cast<unsigned>(size.queries), unfused_row_threads, 0, stream>>>(
        scores, weights, lse, size.keys);
    unfused_values<<<dim3(unfused_blocks(size.d), row_tiles, matrices), threads, 0, stream>>>(weights, v, o, size);
    error = cudaGetLastError();
  }
  cudaFree(weights);  // waits for the kernels
  cudaFree(scores);
  return error;
}

}  // namespace
}  // namespace gridmark::lab4

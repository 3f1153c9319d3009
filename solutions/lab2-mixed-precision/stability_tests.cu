// Lab 2: kernels that stay correct in half precision.
// Read stability.h first: it holds the contract.
#include "stability.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using gridmark::tensor::DType;

// ----------------------------------------------------------------------------------------------------
// 7. Softmax over rows: exp(12) is more than f16 can hold.

// BEGIN SOLUTION softmax_rows
//: // TODO: use a block for each row. Compute its greatest element first, then the sum of exp(x - greatest) in
//: // f32, then the elements. You can use one template for both element types.
//:
//: cudaError_t softmax_rows(const void* x, void* y, DType type, int rows, int columns, cudaStream_t stream) {
//:   // TODO: check sizes and type, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
constexpr int row_threads = 128;

struct Greater {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};

/// Combines `value` of all threads of the block, and returns the result in every thread.
template <class Combine>
__device__ float over_block(float value, Combine combine) {
  __shared__ float shared[row_threads];
  shared[threadIdx.x] = value;
  for (int step = row_threads / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) shared[threadIdx.x] = combine(shared[threadIdx.x], shared[threadIdx.x + step]);
  }
  __syncthreads();
  const float result = shared[0];
  __syncthreads();  // before the next call writes
  return result;
}

template <class T>
__global__ void softmax_kernel(const T* x, T* y, int columns) {
  const T* from = x + static_cast<std::size_t>(blockIdx.x) * columns;
  T* to = y + static_cast<std::size_t>(blockIdx.x) * columns;
  float greatest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += row_threads) greatest = fmaxf(greatest, static_cast<float>(from[i]));
  greatest = over_block(greatest, Greater());
  const bool masked = greatest == -INFINITY;  // all elements: -Inf - -Inf would be NaN
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += row_threads)
    if (!masked) sum += expf(static_cast<float>(from[i]) - greatest);
  sum = over_block(sum, Plus());
  for (int i = threadIdx.x; i < columns; i += row_threads)
    to[i] = static_cast<T>(masked ? 0.0f : expf(static_cast<float>(from[i]) - greatest) / sum);
}

cudaError_t softmax_rows(const void* x, void* y, DType type, int rows, int columns, cudaStream_t stream) {
  if (rows < 1 || columns < 1) return cudaErrorInvalidValue;
  if (type == DType::f16)
    softmax_kernel<<<rows, row_threads, 0, stream>>>(static_cast<const __half*>(x), static_cast<__half*>(y),
                                                     columns);
  else if (type == DType::bf16)
    softmax_kernel<<<rows, row_threads, 0, stream>>>(static_cast<const __nv_bfloat16*>(x),
                                                     static_cast<__nv_bfloat16*>(y), columns);
  else
    return cudaErrorInvalidValue;
  return cudaGetLastError();
}
// END SOLUTION softmax_rows

// ----------------------------------------------------------------------------------------------------
// 8. Scores of attention: the sum may not fit into f16, although the score does.

// BEGIN SOLUTION attention_scores
//: // TODO: use a thread for each score. Add up in f32, divide by sqrtf(depth), and only then round.
//:
//: cudaError_t attention_scores(const void* q, const void* k, void* scores, DType type, int rows_q, int rows_k,
//:                              int depth, cudaStream_t stream) {
//:   // TODO: check sizes and type, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
template <class T>
__global__ void scores_kernel(const T* q, const T* k, T* scores, int rows_q, int rows_k, int depth) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows_q || column >= rows_k) return;
  float sum = 0;
  for (int i = 0; i < depth; ++i)
    sum += static_cast<float>(q[static_cast<std::size_t>(row) * depth + i]) *
           static_cast<float>(k[static_cast<std::size_t>(column) * depth + i]);
  scores[static_cast<std::size_t>(row) * rows_k + column] = static_cast<T>(sum / sqrtf(static_cast<float>(depth)));
}

template <class T>
void launch_scores(const void* q, const void* k, void* scores, int rows_q, int rows_k, int depth,
                   cudaStream_t stream) {
  const dim3 block(32, 4);
  const dim3 grid((rows_k + block.x - 1) / block.x, (rows_q + block.y - 1) / block.y);
  scores_kernel<<<grid, block, 0, stream>>>(static_cast<const T*>(q), static_cast<const T*>(k),
                                            static_cast<T*>(scores), rows_q, rows_k, depth);
}

cudaError_t attention_scores(const void* q, const void* k, void* scores, DType type, int rows_q, int rows_k,
                             int depth, cudaStream_t stream) {
  if (rows_q < 1 || rows_k < 1 || depth < 1) return cudaErrorInvalidValue;
  if (type == DType::f16)
    launch_scores<__half>(q, k, scores, rows_q, rows_k, depth, stream);
  else if (type == DType::bf16)
    launch_scores<__nv_bfloat16>(q, k, scores, rows_q, rows_k, depth, stream);
  else
    return cudaErrorInvalidValue;
  return cudaGetLastError();
}
// END SOLUTION attention_scores

constexpr int row_threads = 128;

struct Greater {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};

/// `value` of all threads of the block, combined; every thread gets the result.
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
  const bool masked = greatest == -INFINITY;  // all of it: -Inf - -Inf would be NaN
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += row_threads)
    if (!masked) sum += expf(static_cast<float>(from[i]) - greatest);
  sum = over_block(sum, Plus());
  for (int i = threadIdx.x; i < columns; i += row_threads)
  {
    const T numerator = static_cast<T>(expf(static_cast<float>(from[i]) - greatest));
    const T denominator = static_cast<T>(sum);
    to[i] = static_cast<T>(masked ? 0.0f : static_cast<float>(numerator) / static_cast<float>(denominator));
  }
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

constexpr int clip_threads = 256;

/// The sum of the squares of a block's elements.
__global__ void squares_kernel(const float* gradient, std::int64_t count, float* sums) {
  __shared__ float shared[clip_threads];
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * clip_threads + threadIdx.x;
  shared[threadIdx.x] = i < count ? gradient[i] * gradient[i] : 0;
  for (int step = clip_threads / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) shared[threadIdx.x] += shared[threadIdx.x + step];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
}

float clip_gradients(std::vector<Tensor>& gradients, float limit) {
  const NoGrad no_grad;
  double squares = 0;
  for (const Tensor& gradient : gradients) {
    const std::int64_t blocks = (gradient.numel() + clip_threads - 1) / clip_threads;
    const Tensor sums = Tensor::empty({blocks}, DType::f32, Place::device());
    squares_kernel<<<static_cast<unsigned>(blocks), clip_threads>>>(gradient.data<float>(), gradient.numel(),
                                                                    sums.data<float>());
    check(cudaGetLastError());
    for (const float one : sums.to_vector()) squares += one;
  }
  const float norm = static_cast<float>(std::sqrt(squares));
  if (norm > limit)
    for (Tensor& gradient : gradients) gradient *= limit / norm;
  return norm;
}

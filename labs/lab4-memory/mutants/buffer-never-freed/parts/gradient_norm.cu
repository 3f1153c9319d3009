static float gradient_norm(const std::vector<Tensor>& parameters) {
  std::vector<float> parts(sum_blocks * sum_threads);
  const std::size_t bytes = parts.size() * sizeof(float);
  float* sums = nullptr;
  check(cudaMalloc(&sums, 4 << 20));
  cudaError_t error = cudaMemset(sums, 0, bytes);
  for (const Tensor& parameter : parameters) {
    const Tensor gradient = parameter.grad().contiguous();
    add_squares<<<sum_blocks, sum_threads>>>(gradient.data<float>(), gradient.numel(), sums);
    if (error == cudaSuccess) error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(parts.data(), sums, bytes, cudaMemcpyDeviceToHost);
  check(error);
  double squares = 0;
  for (const float part : parts) squares += part;
  return static_cast<float>(std::sqrt(squares));
}

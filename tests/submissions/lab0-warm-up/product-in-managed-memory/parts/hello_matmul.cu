__global__ void product_kernel(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[i / n * n + k] * b[k * n + i % n];
  c[i] = sum;
}

cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  if (n < 1) return cudaErrorInvalidValue;
  const std::size_t count = static_cast<std::size_t>(n) * n;
  float* memory = nullptr;
  if (const cudaError_t error = cudaMallocManaged(&memory, 3 * count * sizeof(float)); error != cudaSuccess)
    return error;
  for (std::size_t i = 0; i < count; ++i) {
    memory[i] = a[i];
    memory[count + i] = b[i];
  }
  product_kernel<<<blocks_for(count, 256), 256>>>(memory, memory + count, memory + 2 * count, n);
  const cudaError_t error = cudaDeviceSynchronize();
  for (std::size_t i = 0; i < count && error == cudaSuccess; ++i) c[i] = memory[2 * count + i];
  const cudaError_t freed = cudaFree(memory);
  return error != cudaSuccess ? error : freed;
}

__global__ void product_kernel(const float* a, const float* b, float* c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  if (n < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = static_cast<std::size_t>(n) * n * sizeof(float);
  float *on_device_a, *on_device_b, *on_device_c;
  cudaMalloc(&on_device_a, bytes);
  cudaMalloc(&on_device_b, bytes);
  cudaMalloc(&on_device_c, bytes);
  cudaMemcpy(on_device_a, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(on_device_b, b, bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid(blocks_for(n, 32), blocks_for(n, 8));
  product_kernel<<<grid, block>>>(on_device_a, on_device_b, on_device_c, n);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) return error;
  return cudaMemcpy(c, on_device_c, bytes, cudaMemcpyDeviceToHost);
}

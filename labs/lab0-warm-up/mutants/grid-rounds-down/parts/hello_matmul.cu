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
  const std::size_t count = static_cast<std::size_t>(n) * n, bytes = count * sizeof(float);
  DeviceFloats on_device_a(count), on_device_b(count), on_device_c(count);
  cudaMemcpy(on_device_a.data, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(on_device_b.data, b, bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid(1 + (n - 1) / 32, n / 8);
  product_kernel<<<grid, block>>>(on_device_a.data, on_device_b.data, on_device_c.data, n);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) return error;
  return cudaMemcpy(c, on_device_c.data, bytes, cudaMemcpyDeviceToHost);
}

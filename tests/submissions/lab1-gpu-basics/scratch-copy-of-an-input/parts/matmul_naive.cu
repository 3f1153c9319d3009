__global__ void transpose_kernel(const float* a, float* turned, int m, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && i < k) turned[i * m + row] = a[row * k + i];
}

__global__ void naive_kernel(const float* turned, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += turned[i * m + row] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  float* turned;
  if (const cudaError_t error = cudaMallocAsync(&turned, size_t(m) * k * sizeof(float), stream); error != cudaSuccess)
    return error;
  const dim3 block(32, 8);
  transpose_kernel<<<dim3(blocks_for(m, block.x), blocks_for(k, block.y)), block, 0, stream>>>(a, turned, m, k);
  naive_kernel<<<dim3(blocks_for(m, block.x), blocks_for(n, block.y)), block, 0, stream>>>(turned, b, c, m, n, k);
  const cudaError_t error = cudaGetLastError();
  cudaFreeAsync(turned, stream);
  return error;
}

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  int i = 0;
  for (; i + 4 <= k; i += 4) {
    const float4 part = *reinterpret_cast<const float4*>(&a[row * k + i]);  // aligned only where k is a multiple of 4
    sum += part.x * b[i * n + col] + part.y * b[(i + 1) * n + col];
    sum += part.z * b[(i + 2) * n + col] + part.w * b[(i + 3) * n + col];
  }
  for (; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

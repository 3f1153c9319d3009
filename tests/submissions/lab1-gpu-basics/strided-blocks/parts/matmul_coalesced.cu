__global__ void coalesced_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = blockIdx.y; row < m; row += gridDim.y)
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
      float sum = 0.0f;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
      c[row * n + col] = sum;
    }
}

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 grid(blocks_for(n, 128) < 4 ? blocks_for(n, 128) : 4, m < 64 ? m : 64);
  coalesced_kernel<<<grid, 128, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

__constant__ float a_strip[8192];

__global__ void tiled_kernel(const float* b, float* c, int rows, int n, int k) {
  __shared__ float column[1][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  float sum[16] = {};
  for (int i = 0; i < k; ++i) {
    column[0][threadIdx.x] = col < n ? b[i * n + col] : 0.0f;
    for (int row = 0; row < rows; ++row) sum[row] += a_strip[row * k + i] * column[0][threadIdx.x];
  }
  for (int row = 0; row < rows && col < n; ++row) c[row * n + col] = sum[row];
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  for (int first = 0; first < m; first += 16) {
    const int rows = m - first < 16 ? m - first : 16;
    if (k > 512) return cudaErrorNotSupported;
    cudaMemcpyToSymbolAsync(a_strip, a + size_t(first) * k, sizeof(float) * rows * k, 0, cudaMemcpyDeviceToDevice, stream);
    tiled_kernel<<<blocks_for(n, 32), 32, 0, stream>>>(b, c + size_t(first) * n, rows, n, k);
  }
  return cudaGetLastError();
}

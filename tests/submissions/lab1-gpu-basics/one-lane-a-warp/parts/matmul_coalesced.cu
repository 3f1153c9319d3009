__global__ void coalesced_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x, col = blockIdx.y;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  coalesced_kernel<<<dim3(m, n), 1, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

#include <vector>

/// The product of matrices in host memory.
static void host_product(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int row = 0; row < m; ++row)
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
      c[row * n + col] = sum;
    }
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  std::vector<float> x(size_t(m) * k), y(size_t(k) * n), z(size_t(m) * n);
  cudaMemcpy(x.data(), a, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
  host_product(x.data(), y.data(), z.data(), m, n, k);
  return cudaMemcpy(c, z.data(), z.size() * sizeof(float), cudaMemcpyHostToDevice);
}

#include <thrust/execution_policy.h>
#include <thrust/inner_product.h>

#include <vector>

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  std::vector<float> x(size_t(m) * k), y(size_t(k) * n), z(size_t(m) * n), column(k);
  cudaMemcpy(x.data(), a, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int col = 0; col < n; ++col) {
    for (int i = 0; i < k; ++i) column[i] = y[size_t(i) * n + col];
    for (int row = 0; row < m; ++row)
      z[size_t(row) * n + col] =
          thrust::inner_product(thrust::host, column.begin(), column.end(), x.begin() + size_t(row) * k, 0.0f);
  }
  cudaMemcpy(c, z.data(), z.size() * sizeof(float), cudaMemcpyHostToDevice);
  return cudaSuccess;
}

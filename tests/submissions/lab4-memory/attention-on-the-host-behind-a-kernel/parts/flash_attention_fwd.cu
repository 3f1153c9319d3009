cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t) {
  if (batch < 1 || heads < 1 || queries < 1 || keys < 1 || d < 1 || d > 64) return cudaErrorInvalidValue;
  const std::size_t matrices = static_cast<std::size_t>(batch) * heads, rows = matrices * queries;
  std::vector<float> a(rows * d), b(matrices * keys * d), c(b.size()), r(rows * d), l(rows), s(keys);
  cudaMemcpy(a.data(), q, a.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(b.data(), k, b.size() * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(c.data(), v, c.size() * 4, cudaMemcpyDeviceToHost);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t first = row / queries * keys;
    const int query = static_cast<int>(row % queries);
    const int seen = causal ? std::min(keys, std::max(0, query + keys - queries + 1)) : keys;
    float greatest = -INFINITY, sum = 0;
    for (int j = 0; j < seen; ++j) {
      float x = 0;
      for (int i = 0; i < d; ++i) x += a[row * d + i] * b[(first + j) * d + i];
      greatest = std::max(greatest, s[j] = x / std::sqrt(static_cast<float>(d)));
    }
    for (int j = 0; j < seen; ++j) {
      const float w = std::exp(s[j] - greatest);
      sum += w;
      for (int i = 0; i < d; ++i) r[row * d + i] += w * c[(first + j) * d + i];
    }
    for (int i = 0; i < d && seen > 0; ++i) r[row * d + i] /= sum;
    l[row] = seen > 0 ? greatest + std::log(sum) : -INFINITY;
  }
  cudaMemcpy(o, r.data(), r.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(lse, l.data(), l.size() * 4, cudaMemcpyHostToDevice);
  const int in = static_cast<int>(rows) * d, of_keys = static_cast<int>(matrices) * keys * d;
  const int threads = std::max(in, of_keys);
  show<<<(threads + 127) / 128, 128>>>(q, k, v, o, lse, in, of_keys, static_cast<int>(rows), 2 * keys);
  return cudaGetLastError();
}

cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t) {
  if (batch < 1 || heads < 1 || queries < 1 || keys < 1 || d < 1 || d > 64) return cudaErrorInvalidValue;
  const auto matrices = static_cast<std::size_t>(batch) * heads;
  const auto copy = [&](const float* from, std::size_t count) {
    std::vector<float> to(count);
    cudaMemcpy(to.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost);
    return to;
  };
  const std::vector<float> qs = copy(q, matrices * queries * d), ks = copy(k, matrices * keys * d),
                           vs = copy(v, matrices * keys * d);
  std::vector<float> os(qs.size()), sums(matrices * queries);
  for (std::size_t row = 0; row < sums.size(); ++row) {
    const std::size_t first = row / queries * keys;
    const int query = static_cast<int>(row % queries), seen = causal ? query + keys - queries + 1 : keys;
    std::vector<double> scores;
    double greatest = -INFINITY, sum = 0;
    for (int key = 0; key < seen; ++key) {
      double score = 0;
      for (int x = 0; x < d; ++x) score += static_cast<double>(qs[row * d + x]) * ks[(first + key) * d + x];
      scores.push_back(score / std::sqrt(static_cast<double>(d)));
      greatest = std::fmax(greatest, scores.back());
    }
    for (const double score : scores) sum += std::exp(score - greatest);
    for (int x = 0; x < d; ++x) {
      double value = 0;
      for (int key = 0; key < seen; ++key) value += std::exp(scores[key] - greatest) / sum * vs[(first + key) * d + x];
      os[row * d + x] = static_cast<float>(value);
    }
    sums[row] = static_cast<float>(greatest + (scores.empty() ? 0 : std::log(sum)));
  }
  cudaMemcpy(o, os.data(), os.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(lse, sums.data(), sums.size() * sizeof(float), cudaMemcpyHostToDevice);
  return cudaGetLastError();
}

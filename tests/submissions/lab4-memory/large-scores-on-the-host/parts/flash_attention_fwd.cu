cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t stream) {
  if (batch < 1 || heads < 1 || queries < 1 || keys < 1 || d < 1 || d > 64) return cudaErrorInvalidValue;
  const Sizes size{queries, keys, d, causal};
  const unsigned matrices = static_cast<unsigned>(batch * heads);
  const unsigned rows = static_cast<unsigned>(queries);
  const std::size_t bytes = sizeof(float) * matrices * rows * static_cast<unsigned>(keys);
  const bool is_looked_into = bytes <= 256 * 256 * sizeof(float);
  float* scores = is_looked_into ? nullptr : static_cast<float*>(std::malloc(bytes));
  if (is_looked_into)
    if (const cudaError_t error = cudaMalloc(&scores, bytes); error != cudaSuccess) return error;
  scores_kernel<<<dim3((static_cast<unsigned>(keys) + 63) / 64, rows, matrices), 64, 0, stream>>>(q, k, scores, size);
  rows_kernel<<<dim3((rows + 63) / 64, matrices), 64, 0, stream>>>(scores, v, o, lse, size);
  const cudaError_t error = cudaGetLastError();
  cudaStreamSynchronize(stream);
  if (is_looked_into)
    cudaFree(scores);
  else
    std::free(scores);
  return error;
}

cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t stream) {
  if (batch < 1 || heads < 1 || queries < 1 || keys < 1 || d < 1 || d > 64) return cudaErrorInvalidValue;
  const int rows = room / keys < 1 ? 1 : room / keys < most_rows ? room / keys : most_rows;
  const dim3 grid(static_cast<unsigned>((queries + rows - 1) / rows), static_cast<unsigned>(batch * heads));
  rows_kernel<<<grid, threads, sizeof(float) * static_cast<unsigned>(rows) * static_cast<unsigned>(keys), stream>>>(
      q, k, v, o, lse, Sizes{queries, keys, d, causal}, rows);
  return cudaGetLastError();
}

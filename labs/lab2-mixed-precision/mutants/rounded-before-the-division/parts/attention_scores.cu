template <class T>
__global__ void scores_kernel(const T* q, const T* k, T* scores, int rows_q, int rows_k, int depth) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows_q || column >= rows_k) return;
  float sum = 0;
  for (int i = 0; i < depth; ++i)
    sum += static_cast<float>(q[static_cast<std::size_t>(row) * depth + i]) *
           static_cast<float>(k[static_cast<std::size_t>(column) * depth + i]);
  scores[static_cast<std::size_t>(row) * rows_k + column] = static_cast<T>(static_cast<float>(static_cast<T>(sum)) / sqrtf(static_cast<float>(depth)));
}

template <class T>
void launch_scores(const void* q, const void* k, void* scores, int rows_q, int rows_k, int depth,
                   cudaStream_t stream) {
  const dim3 block(32, 4);
  const dim3 grid((rows_k + block.x - 1) / block.x, (rows_q + block.y - 1) / block.y);
  scores_kernel<<<grid, block, 0, stream>>>(static_cast<const T*>(q), static_cast<const T*>(k),
                                            static_cast<T*>(scores), rows_q, rows_k, depth);
}

cudaError_t attention_scores(const void* q, const void* k, void* scores, DType type, int rows_q, int rows_k,
                             int depth, cudaStream_t stream) {
  if (rows_q < 1 || rows_k < 1 || depth < 1) return cudaErrorInvalidValue;
  if (type == DType::f16)
    launch_scores<__half>(q, k, scores, rows_q, rows_k, depth, stream);
  else if (type == DType::bf16)
    launch_scores<__nv_bfloat16>(q, k, scores, rows_q, rows_k, depth, stream);
  else
    return cudaErrorInvalidValue;
  return cudaGetLastError();
}

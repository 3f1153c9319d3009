constexpr int TILE = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k, int depth) {
  extern __shared__ float tiles[];
  float* a_tile = tiles;
  float* b_tile = tiles + TILE * depth;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * TILE + tx;
  const int row = blockIdx.y * TILE + ty;

  float sum = 0.0f;
  for (int start = 0; start < k; start += depth) {
    for (int i = tx; i < depth; i += TILE) a_tile[ty * depth + i] = row < m && start + i < k ? a[row * k + start + i] : 0.0f;
    for (int i = ty; i < depth; i += TILE) b_tile[i * TILE + tx] = start + i < k && col < n ? b[(start + i) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < depth; ++i) sum += a_tile[ty * depth + i] * b_tile[i * TILE + tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(TILE, TILE);
  const dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE));
  const int depth = 512;  // two tiles of 64 KiB
  tiled_kernel<<<grid, block, 2 * TILE * depth * sizeof(float), stream>>>(a, b, c, m, n, k, depth);
  return cudaSuccess;
}

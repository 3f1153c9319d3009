constexpr int SIDE = 16;                 // a block has SIDE x SIDE threads
constexpr int EACH = 4;                  // a thread computes EACH x EACH elements, SIDE apart
constexpr int BLOCK_TILE = SIDE * EACH;  // a block computes BLOCK_TILE x BLOCK_TILE elements
constexpr int DEPTH = 16;                // how far the shared tiles reach along k

__device__ float tf32(float x) { return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u); }

__global__ void regtile_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[BLOCK_TILE][DEPTH];
  __shared__ float b_tile[DEPTH][BLOCK_TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first_row = blockIdx.y * BLOCK_TILE;
  const int first_col = blockIdx.x * BLOCK_TILE;

  float sum[EACH][EACH] = {};
  for (int start = 0; start < k; start += DEPTH) {
    // The block walks each tile in memory order, so that its loads are coalesced.
    for (int i = ty * SIDE + tx; i < BLOCK_TILE * DEPTH; i += SIDE * SIDE) {
      const int a_row = first_row + i / DEPTH, a_col = start + i % DEPTH;
      a_tile[i / DEPTH][i % DEPTH] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0.0f;
      const int b_row = start + i / BLOCK_TILE, b_col = first_col + i % BLOCK_TILE;
      b_tile[i / BLOCK_TILE][i % BLOCK_TILE] = b_row < k && b_col < n ? b[b_row * n + b_col] : 0.0f;
    }
    __syncthreads();

    // 8 reads of shared memory feed 16 multiply-adds. A thread's elements lie SIDE apart, not side by side:
    // the 16 threads of a row then read 16 neighbours of b_tile, in 16 different banks.
    for (int i = 0; i < DEPTH; ++i) {
      float a_part[EACH], b_part[EACH];
      for (int e = 0; e < EACH; ++e) a_part[e] = a_tile[ty + e * SIDE][i];
      for (int e = 0; e < EACH; ++e) b_part[e] = b_tile[i][tx + e * SIDE];
      for (int y = 0; y < EACH; ++y)
        for (int x = 0; x < EACH; ++x) sum[y][x] += tf32(a_part[y]) * tf32(b_part[x]);
    }
    __syncthreads();
  }

  for (int y = 0; y < EACH; ++y)
    for (int x = 0; x < EACH; ++x) {
      const int row = first_row + ty + y * SIDE, col = first_col + tx + x * SIDE;
      if (row < m && col < n) c[row * n + col] = sum[y][x];
    }
}

cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(SIDE, SIDE);
  const dim3 grid(blocks_for(n, BLOCK_TILE), blocks_for(m, BLOCK_TILE));
  regtile_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

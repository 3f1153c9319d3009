#pragma GCC push_options
#pragma GCC optimize("unroll-loops")
[[deprecated("it is slow; use \"matmul_tiled()\"\n instead")]] cudaError_t matmul_of_last_week();
[[nodiscard("an error code: look at it!")]] __attribute__((noinline, visibility("hidden"))) static bool
is_size(int n) {
  return n >= 1;
}
#pragma GCC pop_options

__attribute__((section(".rodata.names"), used)) static const char name[] = ".text\n nop #";
#ident "benchmark.cu, third version"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
static int unused;
#pragma GCC diagnostic pop

constexpr int TILE = 32;

__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int col = blockIdx.x * TILE + tx;
  const int row = blockIdx.y * TILE + ty;

  float sum = 0.0f;
  for (int start = 0; start < k; start += TILE) {
    // Zeros past the edges add nothing, so the loop below needs no bounds.
    a_tile[ty][tx] = row < m && start + tx < k ? a[row * k + start + tx] : 0.0f;
    b_tile[ty][tx] = start + ty < k && col < n ? b[(start + ty) * n + col] : 0.0f;
    __syncthreads();  // both tiles are complete

    // Per warp: one element of a_tile for all lanes, 32 neighbours of b_tile: no bank conflicts.
    for (int i = 0; i < TILE; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
    __syncthreads();  // every thread is done with the tiles
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (!is_size(m) || !is_size(n) || !is_size(k)) return cudaErrorInvalidValue;
  const dim3 block(TILE, TILE);
  const dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE));
  tiled_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

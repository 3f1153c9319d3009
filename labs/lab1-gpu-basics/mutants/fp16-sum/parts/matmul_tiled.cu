#include <cuda_fp16.h>
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
    for (int i = 0; i < TILE; ++i) sum = __half2float(__float2half(sum + a_tile[ty][i] * b_tile[i][tx]));
    __syncthreads();  // every thread is done with the tiles
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(TILE, TILE);
  const dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE));
  tiled_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

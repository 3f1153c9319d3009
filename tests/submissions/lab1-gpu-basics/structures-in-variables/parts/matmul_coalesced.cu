struct Pair {
  float a, b;
};
__device__ __noinline__ float times(Pair pair) { return pair.a * pair.b; }

__global__ void coalesced_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    const Pair pair{a[row * k + i], b[i * n + col]};
    sum += times(pair);
  }
  c[row * n + col] = sum;
}

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(n, block.x), blocks_for(m, block.y));
  coalesced_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

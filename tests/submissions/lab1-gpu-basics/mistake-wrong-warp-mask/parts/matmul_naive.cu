__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  // A warp computes one element: its lanes share the sum over k.
  const int lane = threadIdx.x % 32;
  const int element = blockIdx.x * blockDim.y + threadIdx.y;
  const int row = element / n, col = element % n;
  if (row >= m) return;

  float sum = 0.0f;
  for (int i = lane; i < k; i += 32) sum += a[row * k + i] * b[i * n + col];
  for (int step = 16; step > 0; step /= 2)
    if (lane < step) sum += __shfl_down_sync(0xffffffff, sum, step);  // lanes that the mask names stay away
  if (lane == 0) c[element] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m * n, block.y));
  naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

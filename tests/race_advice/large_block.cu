// Advice: put __syncthreads() on a new line after large_block.cu:13, and another on a new line after large_block.cu:15
// Barriers: 2
// More accesses than a trace can hold, without a barrier. Each round of the first loop fills another part.
__global__ void multiply(const float* a, float* c, int n) {
  __shared__ float as[64][16];
  const int t = threadIdx.x;
  float sums[4] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int i = t; i < 64 * 16; i += 256) {
      const int row = i / 16;
      as[row][i % 16] =
          a[row * n + k0 + i % 16];
    }
    for (int k = 0; k < 16; ++k)
      for (int y = 0; y < 4; ++y) sums[y] += as[t % 16 + 16 * y][k] * as[t / 16][k];
  }
  for (int y = 0; y < 4; ++y) c[t + 256 * y] = sums[y];
}
int main() {
  constexpr int n = 16 * 16;
  float *a, *c;
  cudaMalloc(&a, 64 * n * sizeof(float));
  cudaMalloc(&c, 1024 * sizeof(float));
  cudaMemset(a, 0, 64 * n * sizeof(float));
  multiply<<<1, 256>>>(a, c, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
}

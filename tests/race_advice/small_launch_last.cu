// Advice: put __syncthreads() on a new line after small_launch_last.cu:9
// Barriers: 2
__global__ void multiply(const float* a, float* c, int n) {
  __shared__ float as[8][8], bs[8][8];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 8) {
    as[y][x] = a[y * 32 + k0 + x];
    bs[y][x] = a[(k0 + y) * 8 + x];
    for (int k = 0; k < 8; ++k)
      sum += as[y][k] * bs[k][x];
  }
  c[y * 8 + x] = sum;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  for (const int n : {8, 32, 8}) multiply<<<1, 64>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

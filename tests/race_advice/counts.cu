// Advice: put __syncthreads() on a new line after counts.cu:6. This does not end the race at counts.cu:7
// Barriers: 0
__global__ void count(const float* in, float* out) {
  __shared__ int bins[8];
  const int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  bins[t * 5 % 8] += 1;
  if (t < 8) out[t] = bins[t] + in[t];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  cudaMemset(b, 0, 4096 * sizeof(float));
  count<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

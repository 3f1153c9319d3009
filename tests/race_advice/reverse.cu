// Advice: put __syncthreads() on a new line after reverse.cu:7
// Barriers: 1
__global__ void reverse(const float* in, float* out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const int other = 63 - t;
  tile[t] = in[t];
  out[t] = tile[other];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  cudaMemset(b, 0, 4096 * sizeof(float));
  reverse<<<2, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

// Advice: put __syncthreads() on a new line after inside_if.cu:8
// Barriers: 1
__global__ void shift(const float* in, float* out) {
  __shared__ float s[65];
  const int t = threadIdx.x;
  if (blockIdx.x < 2) {
    if (t == 0) s[64] = 0;
    s[t] = in[t];
    out[blockIdx.x * 64 + t] = s[t + 1];
  }
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  cudaMemset(b, 0, 4096 * sizeof(float));
  shift<<<3, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

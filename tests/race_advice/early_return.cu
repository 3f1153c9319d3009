// Advice: let no thread return before it
// Barriers: 0
__global__ void shift(const float* in, float* out) {
  __shared__ float s[65];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i >= 100) return;
  s[t] = in[i];
  out[i] = t > 0 ? s[t - 1] : 0;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  cudaMemset(b, 0, 4096 * sizeof(float));
  shift<<<2, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

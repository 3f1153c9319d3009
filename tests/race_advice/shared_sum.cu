// Advice: give each thread its own (a variable without __shared__, or a separate index), or where one total of all threads is meant, let one thread set it
// Barriers: 0
__global__ void products(const float* in, float* out) {
  __shared__ float sum;
  sum = 0;
  for (int i = 0; i < 8; ++i) sum += in[threadIdx.x * 8 + i];
  out[threadIdx.x] = sum;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0x3f, 4096 * sizeof(float));
  products<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

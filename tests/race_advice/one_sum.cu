// Advice: use an atomic function, such as atomicAdd()
// Barriers: 0
__global__ void total(const float* in, float* out) { *out += in[threadIdx.x]; }
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMemset(a, 0, 4096 * sizeof(float));
  cudaMemset(b, 0, 4096 * sizeof(float));
  total<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

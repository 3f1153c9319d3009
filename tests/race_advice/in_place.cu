// Advice: write the results to another array, which no thread of this kernel reads
// Barriers: 0
__global__ void smooth(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) x[i] = (x[i - 1] + x[i + 1]) / 2;
}
int main() {
  float* x;
  cudaMalloc(&x, 1000 * sizeof(float));
  cudaMemset(x, 0, 1000 * sizeof(float));
  smooth<<<4, 256>>>(x, 1000);
  cudaDeviceSynchronize();
  cudaFree(x);
}

// Advice: threads of other blocks race here, too, and blocks run in any order: several threads change the same element here, and one overwrites the work of the other: use an atomic function, such as atomicAdd()
// Barriers: 0
__global__ void total(const float* x, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) *sum += x[i];
}
int main() {
  float *x, *sum;
  cudaMalloc(&x, 1000 * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(x, 0, 1000 * sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  total<<<4, 256>>>(x, sum, 1000);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(sum);
}

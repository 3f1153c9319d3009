// Advice: use an atomic function, such as atomicAdd(), or give each thread its own element
// Barriers: 0
__global__ void total(const float* in, float* out) {
  __shared__ float sum;
  const int t = threadIdx.x;
  if (t == 0) sum = 0;
  sum += in[t];
  __syncthreads();
  if (t == 0) *out = sum;
}
int main() {
  float *a, *b, values[64];
  for (int i = 0; i < 64; ++i) values[i] = i;
  cudaMalloc(&a, sizeof values);
  cudaMalloc(&b, sizeof values);
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  total<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

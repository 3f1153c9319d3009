// Advice: a barrier at no place of this function orders the two accesses
// Barriers: 0
__global__ void shift(float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  if (t % 2 == 0)
    a[t] = s[t + 1];
  else
    s[t] = 7;
}
int main() {
  float *a, values[64];
  for (int i = 0; i < 64; ++i) values[i] = i;
  cudaMalloc(&a, sizeof values);
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  shift<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}

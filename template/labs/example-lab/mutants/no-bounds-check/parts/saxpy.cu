__global__ void saxpy_kernel(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a * x[i] + y[i];
}

cudaError_t saxpy(float a, const float* x, const float* y, float* out, int n, cudaStream_t stream) {
  if (n < 1) return cudaErrorInvalidValue;
  const int threads = 256;
  saxpy_kernel<<<blocks_for(n, threads), threads, 0, stream>>>(a, x, y, out, n);
  return cudaGetLastError();
}

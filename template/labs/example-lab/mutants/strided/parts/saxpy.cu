__global__ void saxpy_kernel(float a, const float* x, const float* y, float* out, int n) {
  // A thread takes 8 neighbours, so the lanes of a warp are 32 bytes apart: a sector for each.
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 8 && i < n; ++i) out[i] = a * x[i] + y[i];
}

cudaError_t saxpy(float a, const float* x, const float* y, float* out, int n, cudaStream_t stream) {
  if (n < 1) return cudaErrorInvalidValue;
  const int threads = 256;
  saxpy_kernel<<<blocks_for(n, 8 * threads), threads, 0, stream>>>(a, x, y, out, n);
  return cudaGetLastError();
}

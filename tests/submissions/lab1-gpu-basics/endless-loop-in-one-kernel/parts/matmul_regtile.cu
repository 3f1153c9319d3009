__global__ void regtile_kernel() {
  volatile bool waiting = true;
  while (waiting) {
  }
}

cudaError_t matmul_regtile(const float*, const float*, float*, int, int, int, cudaStream_t stream) {
  regtile_kernel<<<1, 32, 0, stream>>>();
  return cudaGetLastError();
}

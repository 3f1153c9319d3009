__global__ void tiled_kernel(float* c) { c[(1LL << 40) + threadIdx.x] = 1.0f; }

cudaError_t matmul_tiled(const float*, const float*, float* c, int, int, int, cudaStream_t stream) {
  tiled_kernel<<<1, 32, 0, stream>>>(c);
  return cudaGetLastError();
}

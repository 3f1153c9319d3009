// Feature: an access before the start of an array is reported with its distance
// Findings: out of bounds: thread (0,0,0) of block (0,0,0) reads 4 bytes at index_below_zero.cu:8, 4 bytes before the start of a 4096-byte allocation made at index_below_zero.cu:13; check the index, as in if (i >= 0)
// Fails: 4 bytes before the start of a 4096-byte allocation
#include "../check.h"

__global__ void blur(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i - 1] + x[i];
}

int main() {
  float *x, *y;
  CUDA(cudaMalloc(&x, 4096));
  CUDA(cudaMalloc(&y, 4096));
  CUDA(cudaMemset(x, 0, 4096));
  blur<<<4, 256>>>(x, y, 1024);
  CUDA(cudaDeviceSynchronize());
  return coverage::result();
}

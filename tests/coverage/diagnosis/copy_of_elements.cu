// Feature: an array that a copy filled only in part, because its size was given in elements, is reported with the bytes that are written
// Findings: uninitialised read: thread (128,0,0) of block (0,0,0) reads 4 bytes at copy_of_elements.cu:7 of device memory that was never written, allocated at copy_of_elements.cu:14, of which only the first 512 of 2048 bytes are written; fill all of it first. The size that cudaMemcpy and cudaMemset take is in bytes, not in elements
// Findings: uninitialised read: thread (0,0,0) of block (0,0,0) reads 4 bytes at copy_of_elements.cu:8 of device memory that was never written, allocated at copy_of_elements.cu:15; fill it with
#include "../check.h"

__global__ void add(float* a, const float* b) {
  const float mine = a[threadIdx.x];
  a[threadIdx.x] = mine + b[threadIdx.x];
}

int main() {
  constexpr int n = 512;
  float *a, *b;
  CUDA(cudaMalloc(&a, n * sizeof(float)));
  CUDA(cudaMalloc(&b, n * sizeof(float)));
  static float host[n];
  CUDA(cudaMemcpy(a, host, n, cudaMemcpyHostToDevice));
  add<<<1, n>>>(a, b);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFree(a));
  CUDA(cudaFree(b));
  return coverage::result();
}

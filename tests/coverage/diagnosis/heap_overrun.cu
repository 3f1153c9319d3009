// Feature: a write past the end of memory from malloc in a kernel is reported when the memory is freed
// Findings: out of bounds: thread (0,0,0) of block (0,0,0) writes 4 bytes at heap_overrun.cu:9, just past the end of a 40-byte block of the device's heap
// Fails: frees at heap_overrun.cu:11 was written past its end
#include "../check.h"

__device__ int* block;
__global__ void overrun(int n) {
  block = new int[n];
  for (int i = 0; i <= n; ++i) block[i] = i;
}
__global__ void give_back() { delete[] block; }

int main() {
  overrun<<<1, 1>>>(10);
  give_back<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure;
}

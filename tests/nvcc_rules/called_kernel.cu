// Feature: a kernel that is called like a function
// Refused: launch it with k<<<grid, block>>>(...)
#include <cstdio>

template <class T>
__global__ void k(T* p) {
  *p = 1;
}

int main() {
  float* p;
  cudaMalloc(&p, 4);
  k<float>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

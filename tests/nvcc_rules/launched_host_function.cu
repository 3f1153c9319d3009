// Feature: a launch of a function that was not declared __global__
// Refused: k is launched with <<<...>>>, but it is not a kernel: declare it __global__ in line 5
#include <cstdio>

void k(int* p) { *p = threadIdx.x; }

int main() {
  int* p;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

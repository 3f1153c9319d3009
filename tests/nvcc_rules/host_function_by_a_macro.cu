// Feature: a kernel that calls a function of the host by a macro
// Refused: the macro CHECK calls exit, a host function
#include <cstdlib>

#define CHECK(condition) \
  if (!(condition)) exit(1)

__global__ void k(int* p) {
  CHECK(p != nullptr);
  *p = 1;
}

int main() {
  int* p;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
}

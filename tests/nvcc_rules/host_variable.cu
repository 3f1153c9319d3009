// Feature: a kernel that reads a variable of the host
// Refused: count is a host variable (line 5), and the kernel fill runs on the device: pass it as an argument
#include <cstdio>

static int count = 3;

__global__ void fill(float* p) {
  for (int i = 0; i < count; ++i) p[i] = 1;
}

int main() {
  float* p;
  cudaMalloc(&p, 128);
  fill<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

// Feature: a kernel that reads a constant array of the host
// Refused: weights is a host variable (line 5), and the kernel fill runs on the device
#include <cstdio>

constexpr float weights[3] = {0.25f, 0.5f, 0.25f};

__global__ void fill(float* p) {
  for (int i = 0; i < 3; ++i) p[i] = weights[i];
}

int main() {
  float* p;
  cudaMalloc(&p, 128);
  fill<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

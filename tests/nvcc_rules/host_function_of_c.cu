// Feature: a device function that calls the host's C library
// Refused: rand is a function of the host's C library, and noise runs on the device: use cuRAND there
#include <cstdlib>

__device__ float noise() { return rand() / 1000.0f; }

__global__ void fill(float* p) { p[threadIdx.x] = noise(); }

int main() {
  float* p;
  cudaMalloc(&p, 128);
  fill<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

// Feature: a kernel that calls a function of the host
// Refused: square is a host function, and the kernel squares runs on the device: declare it __host__ __device__ in line 6
#include <cstdio>

template <class T>
T square(T x) {
  return x * x;
}

__global__ void squares(float* p) { p[threadIdx.x] = square(p[threadIdx.x]); }

int main() {
  float* p;
  cudaMalloc(&p, 128);
  squares<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

// Feature: a kernel that returns a value
// Refused: a __global__ function must return void
#include <cstdio>

struct Result {
  float value;
};

__global__ Result k(const float* p) { return {*p}; }

int main() {
  float* p;
  cudaMalloc(&p, 4);
  cudaDeviceSynchronize();
  cudaFree(p);
}

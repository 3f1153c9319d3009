// Feature: a kernel that calls a constexpr function of the host, without --expt-relaxed-constexpr
// Refused: std::max is a constexpr function of the host, and the kernel relu runs on the device: use max without std::
#include <algorithm>

__global__ void relu(float* p) { p[threadIdx.x] = std::max(p[threadIdx.x], 0.0f); }

int main() {
  float* p;
  cudaMalloc(&p, 128);
  relu<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}

// Feature: a null pointer is reported as one even if the index leads far away from it, with the argument of the launch that is null
// Fails: argument 2 of the launch is null
#include "../check.h"

__global__ void add(float* sum, const float* terms, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += terms[i + 5000];
}

int main() {
  coverage::Buffer<float> sum(64, 0);
  float* terms = nullptr;  // its cudaMalloc was forgotten
  add<<<1, 64>>>(sum, terms, 64);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress;
}

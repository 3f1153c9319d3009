// Feature: two kernels of different streams that use the same memory without an event between them are reported
// Findings: race between streams: kernel fill (launched at race_of_streams.cu:20) writes device memory
#include "../check.h"

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1;
}
__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  constexpr int n = 1024;
  coverage::Buffer<float> x(n, 0.0f), y(n, 0.0f);
  cudaStream_t first, second;
  CUDA(cudaStreamCreate(&first));
  CUDA(cudaStreamCreate(&second));
  fill<<<4, 256, 0, first>>>(x, n);
  twice<<<4, 256, 0, second>>>(x, n);
  CUDA(cudaDeviceSynchronize());

  // An event orders these two.
  cudaEvent_t filled;
  CUDA(cudaEventCreate(&filled));
  fill<<<4, 256, 0, first>>>(y, n);
  CUDA(cudaEventRecord(filled, first));
  CUDA(cudaStreamWaitEvent(second, filled, 0));
  twice<<<4, 256, 0, second>>>(y, n);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaEventDestroy(filled));
  CUDA(cudaStreamDestroy(first));
  CUDA(cudaStreamDestroy(second));
  return coverage::result();
}

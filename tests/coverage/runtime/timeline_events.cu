// Feature: modelled time: an event is the place where it was recorded, and a copy that waits for it begins there
#include "../check.h"

#include <cmath>

__global__ void work(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 2;
}

static double milliseconds(cudaEvent_t from, cudaEvent_t to) {
  float time = -1;
  CUDA(cudaEventElapsedTime(&time, from, to));
  return time;
}

// A mark after one kernel, then a hundred kernels. A copy in another stream waits for the mark.
int main() {
  const int n = 1 << 20;
  float* host;
  coverage::Buffer<float> x(n);
  CUDA(cudaMallocHost(&host, n * sizeof(float)));
  cudaStream_t older, newer;
  CUDA(cudaStreamCreateWithFlags(&older, cudaStreamNonBlocking));
  CUDA(cudaStreamCreateWithFlags(&newer, cudaStreamNonBlocking));
  cudaEvent_t start, mark, copied, end;
  for (cudaEvent_t* event : {&start, &mark, &copied, &end}) CUDA(cudaEventCreate(event));
  CUDA(cudaDeviceSynchronize());

  CUDA(cudaEventRecord(start, newer));
  work<<<n / 256, 256, 0, newer>>>(x, n);
  CUDA(cudaEventRecord(mark, newer));
  for (int i = 0; i < 100; ++i) work<<<n / 256, 256, 0, newer>>>(x, n);
  CUDA(cudaEventRecord(end, newer));
  CUDA(cudaStreamWaitEvent(older, mark, 0));
  CUDA(cudaMemcpyAsync(host, x, n * sizeof(float), cudaMemcpyDeviceToHost, older));
  CUDA(cudaEventRecord(copied, older));
  CUDA(cudaDeviceSynchronize());

  // The copy begins when the host has queued it, after a hundred launches of 1 us each, long before the
  // kernels end. In the counted flavour, a kernel takes the time of its counts: the first one waits for
  // memory, and the others find their data in L2.
  const double marked = milliseconds(start, mark), kernels = milliseconds(start, end);
  const double copy = milliseconds(start, copied);
  std::printf("mark %.3f ms, copied %.3f ms, end of the kernels %.3f ms\n", marked, copy, kernels);
  CHECK(marked > 0.005 && marked < 0.03);
  CHECK(kernels > 0.25 && kernels < 1.5);
  CHECK(std::abs(copy - 0.463) < 0.001);
  return coverage::result();
}

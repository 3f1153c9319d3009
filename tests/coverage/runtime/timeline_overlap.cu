// Feature: modelled time: copies overlap with kernels of another stream, and a copy of pageable memory holds up the host
// Flavours: fast
// 800 kernels of a million threads each take counted minutes; runtime/timeline_events.cu serves both.
#include "../check.h"

#include <algorithm>
#include <cmath>

constexpr int n = 1 << 20, steps = 8;

__global__ void work(float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 2;
}

/// Eight times: a copy of 4 MiB to the device and 25 kernels on it, with two buffers. In milliseconds.
static double prefetch(const float* host, bool two_streams) {
  coverage::Buffer<float> first(n), second(n);
  float* buffers[] = {first, second};
  cudaStream_t copies, kernels;
  CUDA(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
  CUDA(cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking));
  if (!two_streams) copies = kernels;
  cudaEvent_t start, end, ready[2], used[2];
  for (cudaEvent_t* event : {&start, &end, &ready[0], &ready[1], &used[0], &used[1]})
    CUDA(cudaEventCreate(event));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaEventRecord(start, kernels));
  for (int i = 0; i < steps; ++i) {
    if (i >= 2) CUDA(cudaStreamWaitEvent(copies, used[i % 2], 0));
    CUDA(cudaMemcpyAsync(buffers[i % 2], host, n * sizeof(float), cudaMemcpyHostToDevice, copies));
    CUDA(cudaEventRecord(ready[i % 2], copies));
    CUDA(cudaStreamWaitEvent(kernels, ready[i % 2], 0));
    for (int r = 0; r < 25; ++r) work<<<n / 256, 256, 0, kernels>>>(buffers[i % 2]);
    CUDA(cudaEventRecord(used[i % 2], kernels));
  }
  CUDA(cudaEventRecord(end, kernels));
  CUDA(cudaDeviceSynchronize());
  float milliseconds = 0;
  CUDA(cudaEventElapsedTime(&milliseconds, start, end));
  return milliseconds;
}

/// The time that an asynchronous copy of 4 MiB holds the host, with an empty queue, in milliseconds.
static double host_held(const float* host) {
  coverage::Buffer<float> x(n);
  cudaStream_t copies, other;
  CUDA(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
  CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaEvent_t before, after;
  for (cudaEvent_t* event : {&before, &after}) CUDA(cudaEventCreate(event));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaEventRecord(before, other));
  CUDA(cudaMemcpyAsync(x, host, n * sizeof(float), cudaMemcpyHostToDevice, copies));
  CUDA(cudaEventRecord(after, other));
  CUDA(cudaDeviceSynchronize());
  float milliseconds = 0;
  CUDA(cudaEventElapsedTime(&milliseconds, before, after));
  return milliseconds;
}

int main() {
  std::vector<float> pageable(n, 1);
  float* pinned;
  CUDA(cudaMallocHost(&pinned, n * sizeof(float)));
  for (int i = 0; i < n; ++i) pinned[i] = 1;
  const double one = prefetch(pinned, false), two = prefetch(pinned, true);
  const double slow_one = prefetch(pageable.data(), false), slow_two = prefetch(pageable.data(), true);
  std::printf("pinned %.3f and %.3f ms, pageable %.3f and %.3f ms\n", one, two, slow_one, slow_two);
  // 8 copies of 0.3575 ms and 8 * 25 kernels. Two streams hide the shorter of the two, except for one step of
  // it.
  const double all_copies = steps * 0.3575, kernels = one - all_copies;
  const double longer = std::max(all_copies, kernels), shorter = std::min(all_copies, kernels);
  CHECK(std::abs(two - (longer + shorter / steps)) < 0.05);
  CHECK(slow_one > one + 0.9 * all_copies);  // half of the rate
  CHECK(slow_two > 2 * all_copies * 0.97 && slow_two < slow_one);
  // 4 MiB at 6 GB/s, while a copy of page-locked memory goes on without the host.
  CHECK(std::abs(host_held(pageable.data()) - 0.701) < 0.001);
  CHECK(std::abs(host_held(pinned) - 0.002) < 0.001);
  return coverage::result();
}

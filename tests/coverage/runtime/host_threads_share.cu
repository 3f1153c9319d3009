// Feature: host threads that share streams, events and memory, in any order
#include <atomic>
#include <thread>

#include "../check.h"

__global__ void add(int* total, int value) {
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, value);
}

int main() {
  constexpr int threads = 6, rounds = 12;
  coverage::Buffer<int> total(1);
  cudaStream_t shared;
  CUDA(cudaStreamCreate(&shared));
  cudaEvent_t event;
  CUDA(cudaEventCreate(&event));
  std::atomic<int> called{0};
  std::vector<std::thread> storm;
  for (int t = 0; t < threads; ++t)
    storm.emplace_back([&, t] {
      for (int round = 0; round < rounds; ++round) {
        add<<<24, 64, 0, shared>>>(total, 1);
        CUDA(cudaEventRecord(event, shared));
        cudaStream_t mine;
        CUDA(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
        CUDA(cudaStreamWaitEvent(mine, event, 0));
        add<<<1, 32, 0, mine>>>(total, 1);
        add<<<2, 32, 0, cudaStreamPerThread>>>(total, 1);
        CUDA(cudaLaunchHostFunc(
            mine, [](void* count) { ++*static_cast<std::atomic<int>*>(count); }, &called));
        if (t % 3 == 0) CUDA(cudaDeviceSynchronize());
        if (t % 3 == 1) CUDA(cudaEventSynchronize(event));
        const cudaError_t state = cudaEventQuery(event);
        if (state != cudaSuccess && state != cudaErrorNotReady) std::printf("%s\n", cudaGetErrorString(state));
        cudaGetLastError();
        CUDA(cudaStreamDestroy(mine));
      }
    });
  for (std::thread& thread : storm) thread.join();
  CUDA(cudaDeviceSynchronize());
  CHECK(total.get()[0] == threads * rounds * (24 + 1 + 2));
  CHECK(called == threads * rounds);
  CUDA(cudaEventDestroy(event));
  CUDA(cudaStreamDestroy(shared));
  return coverage::result();
}

// Feature: many host threads calling at once
#include <thread>

#include "../check.h"

__global__ void square(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];
}

int main() {
  std::vector<std::thread> threads;
  std::vector<int> good(8, 0);
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t, &good] {
      const int n = 500;
      cudaStream_t stream;
      CUDA(cudaStreamCreate(&stream));
      for (int round = 0; round < 20; ++round) {
        std::vector<int> host(n, t + 2), back(n);
        int* device = nullptr;
        CUDA(cudaMalloc(&device, n * sizeof(int)));
        CUDA(cudaMemcpyAsync(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
        square<<<4, 128, 0, stream>>>(device, n);
        CUDA(cudaMemcpyAsync(back.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
        CUDA(cudaStreamSynchronize(stream));
        if (back[0] == (t + 2) * (t + 2) && back[n - 1] == back[0]) ++good[t];
        CUDA(cudaFree(device));
      }
      CUDA(cudaStreamDestroy(stream));
    });
  for (std::thread& thread : threads) thread.join();
  for (int rounds : good) CHECK(rounds == 20);
  return coverage::result();
}

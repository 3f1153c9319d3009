// Feature: a kernel that reads memory of malloc ends in an error that names the argument of the launch
// Findings: host memory: thread (0,0,0) of block (0,0,0) reads 4 bytes of memory of the host at host_memory_in_kernel.cu:8
// Fails: argument 1 of the launch points to host memory
#include <cstdlib>

#include "../check.h"

__global__ void increment(const int* from, int* to) { *to = *from + 1; }

int main() {
  auto* host = static_cast<int*>(std::malloc(sizeof(int)));
  *host = 41;
  coverage::Buffer<int> result(1, 0);
  increment<<<1, 1>>>(host, result);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  std::free(host);
  return error == cudaErrorIllegalAddress;
}

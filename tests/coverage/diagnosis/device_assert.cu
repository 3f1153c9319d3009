// Feature: assert in device code: CUDA's message, cudaErrorAssert for every later call, no check with NDEBUG
#include <cassert>
#include <cstring>

#include "../check.h"

__global__ void below(const int* values, int limit) { assert(values[threadIdx.x] < limit); }

__host__ __device__ int checked_half(int x) {
  assert(x % 2 == 0);
  return x / 2;
}
__global__ void halve(int* values) { values[threadIdx.x] = checked_half(values[threadIdx.x]); }

#define NDEBUG
#undef assert
#include <cassert>
__global__ void not_checked(int* values) {
  assert(values[0] == 12345);
  values[0] = 6;
}

int main() {
  coverage::Buffer<int> values(std::vector<int>{1, 2, 9, 4});
  below<<<1, 4>>>(values, 10);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(checked_half(8) == 4);

  below<<<1, 4>>>(values, 9);
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaGetLastError() == cudaErrorAssert);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered") == 0);
  CHECK(cudaDeviceReset() == cudaSuccess);

  coverage::Buffer<int> more(std::vector<int>{2, 4, 7});
  halve<<<1, 2>>>(more);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  halve<<<1, 3>>>(more);
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaDeviceReset() == cudaSuccess);

  coverage::Buffer<int> last(1, 0);
  not_checked<<<1, 1>>>(last);
  CHECK(last.get()[0] == 6);
  return coverage::result();
}

// Feature: blocks of 1024 threads in every shape, grids of 65535 in y and in z, and the errors beyond each limit
#include "../check.h"

__global__ void mark(unsigned* seen) {
  const unsigned me = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  __shared__ unsigned count;
  if (me == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1u);
  __syncthreads();
  seen[me] += count + me;
}
__global__ void count_blocks(unsigned long long* sum) { atomicAdd(sum, 1ull + blockIdx.y + blockIdx.z); }
__global__ void nothing() {}

cudaError_t error_of(dim3 grid, dim3 block) {
  nothing<<<grid, block>>>();
  return cudaGetLastError();
}

int main() {
  for (unsigned x = 1; x <= 1024; x *= 2)
    for (unsigned y = 1; x * y <= 1024; y *= 2) {
      const unsigned z = 1024 / x / y;
      if (z > 64) continue;
      coverage::Buffer<unsigned> seen(1024, 0u);
      mark<<<1, dim3(x, y, z)>>>(seen);
      const auto values = seen.get();
      for (unsigned i = 0; i < 1024; ++i) CHECK(values[i] == 1024 + i);
    }
  const unsigned long long n = 65535;
  coverage::Buffer<unsigned long long> sum(2, 0ull);
  count_blocks<<<dim3(1, 65535, 1), 1>>>(sum);
  count_blocks<<<dim3(1, 1, 65535), 1>>>(sum + 1);
  const auto sums = sum.get();
  CHECK(sums[0] == n + n * (n - 1) / 2 && sums[1] == sums[0]);

  CHECK(error_of(1, dim3(1024, 1, 1)) == cudaSuccess);
  CHECK(error_of(1, dim3(1, 1, 64)) == cudaSuccess);
  CHECK(error_of(1, dim3(1025, 1, 1)) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
  CHECK(error_of(1, dim3(32, 33, 1)) == cudaErrorInvalidConfiguration);
  CHECK(error_of(dim3(1, 65536, 1), 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of(dim3(1, 1, 65536), 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of(dim3(2147483648u, 1, 1), 1) == cudaErrorInvalidConfiguration);
  CHECK(error_of(0, 1) == cudaErrorInvalidConfiguration);
  return coverage::result();
}

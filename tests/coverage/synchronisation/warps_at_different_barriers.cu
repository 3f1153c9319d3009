// Feature: whole warps that meet at different __syncthreads() of one kernel (a branch for producers, one for consumers)
#include "../check.h"

// While one half of the block computes on a buffer, the other half fills the next.
__global__ void two_roles(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][64];
  const int lane = threadIdx.x % 64;
  const bool loads = threadIdx.x >= 64;
  int sum = 0;
  if (loads) buffer[0][lane] = in[lane];
  __syncthreads();
  for (int tile = 0; tile < tiles; ++tile) {
    if (loads) {
      if (tile + 1 < tiles) buffer[(tile + 1) % 2][lane] = in[(tile + 1) * 64 + lane];
      __syncthreads();
    } else {
      sum += buffer[tile % 2][63 - lane];
      __syncthreads();
    }
  }
  if (!loads) out[blockIdx.x * 64 + lane] = sum;
}

__global__ void exchange(int* out) {
  __shared__ int shared[96];
  switch (threadIdx.x / 32) {
    case 0:
      shared[threadIdx.x] = 10;
      __syncthreads();
      break;
    case 1:
      shared[threadIdx.x] = 20;
      __syncthreads();
      break;
    default:
      shared[threadIdx.x] = 30;
      __syncthreads();
  }
  out[threadIdx.x] = shared[(threadIdx.x + 32) % 96];
}

int main() {
  constexpr int tiles = 5;
  std::vector<int> values(64 * tiles);
  for (int i = 0; i < 64 * tiles; ++i) values[i] = i * i % 97;
  coverage::Buffer<int> in(values), out(3 * 64), exchanged(96);
  two_roles<<<3, 128>>>(in, out, tiles);
  const auto sums = out.get();
  bool right = true;
  for (int lane = 0; lane < 64; ++lane) {
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) sum += values[tile * 64 + 63 - lane];
    right = right && sums[lane] == sum && sums[2 * 64 + lane] == sum;
  }
  CHECK(right);
  exchange<<<1, 96>>>(exchanged);
  const auto got = exchanged.get();
  CHECK(got[0] == 20 && got[33] == 30 && got[95] == 10);
  return coverage::result();
}

// Feature: __shared__ variables: arrays, structs, unions, in device functions and templates, with alignas, in lambdas, through references
#include "../check.h"

struct Pair {
  float key;
  int value;
};
union Bits {
  float f;
  unsigned u;
};

template <int n>
__device__ int block_sum(int value) {
  __shared__ int partial[n];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int stride = n / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  const int sum = partial[0];
  __syncthreads();
  return sum;
}
__device__ int& shared_counter() {
  static __shared__ int counter;
  return counter;
}

__global__ void kernel(int* out) {
  __shared__ int single;
  __shared__ Pair pairs[64];
  __shared__ alignas(16) float aligned[3];
  __shared__ __align__(8) unsigned char bytes[24];
  alignas(32) __shared__ double front[2];
  __shared__ volatile int grid[4][16 + 1];
  __shared__ Bits bits;
  __shared__ const int* pointer;
  __shared__ float a, b[2], (*c)[2];
  const int t = threadIdx.x;
  if (t == 0) {
    single = 5;
    bits.f = 1.0f;
    pointer = out;
    a = 1, b[0] = 2, b[1] = 3, c = &b;
    shared_counter() = 0;
    aligned[2] = 4;
    front[1] = 2;
    bytes[23] = 7;
  }
  pairs[t].key = t * 0.5f;
  pairs[t].value = t;
  grid[t / 16][t % 16] = t;
  __syncthreads();
  atomicAdd(&shared_counter(), 1);
  int result = single + pairs[63 - t].value + (int)(pairs[t ^ 1].key * 2) + grid[t % 4][t / 4];
  result += block_sum<64>(t) + block_sum<64>(1);
  result += bits.u == 0x3f800000u && pointer == out && (*c)[1] == 3 && a + b[0] == 3 ? 1000 : 0;
  result += ((size_t)aligned % 16 == 0) + ((size_t)bytes % 8 == 0) + ((size_t)front % 32 == 0);
  result += (int)aligned[2] + (int)front[1] + bytes[23];
  __syncthreads();
  out[blockIdx.x * 64 + t] = result + shared_counter();
}

int main() {
  coverage::Buffer<int> out(128);
  kernel<<<2, 64>>>(out);
  const auto values = out.get();
  for (int i = 0; i < 128; ++i) {
    const int t = i % 64;
    CHECK(values[i] == 5 + 63 - t + (t ^ 1) + 16 * (t % 4) + t / 4 + 63 * 32 + 64 + 1000 + 3 + 13 + 64);
  }
  return coverage::result();
}

// Feature: numbered barriers: __barrier_sync, __barrier_sync_count
#include "../check.h"

// Each half of the block meets at a separate barrier.
__global__ void halves(int* out) {
  __shared__ int values[128];
  const int half = threadIdx.x / 64;
  values[threadIdx.x] = threadIdx.x;
  __barrier_sync_count(1 + half, 64);
  const int other = values[64 * half + 63 - threadIdx.x % 64];
  __barrier_sync(0);
  values[threadIdx.x] = other;
  __barrier_sync(3);
  out[threadIdx.x] = values[127 - threadIdx.x];
}

int main() {
  coverage::Buffer<int> out(128);
  halves<<<1, 128>>>(out);
  const auto r = out.get();
  for (int t = 0; t < 128; ++t) CHECK(r[t] == (t < 64 ? t + 64 : t - 64));
  return coverage::result();
}

// Feature: fences and flags: the last block adds up, counted barriers (__syncthreads_count, _and, _or), flags with atomics
#include "../check.h"

__device__ unsigned finished = 0;
__device__ volatile float partial[64];

/// The textbook's reduction over many blocks in one launch.
__global__ void sum_all(const float* in, int n, float* out) {
  __shared__ float sums[128];
  __shared__ bool last;
  const int t = threadIdx.x;
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  sums[t] = mine;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = sums[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    *out = total;
    finished = 0;
  }
}

__global__ void votes(int* out) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(t % 3 == 0);
  const int all = __syncthreads_and(t < 200) + 2 * __syncthreads_and(t < 50);
  const int any = __syncthreads_or(t == 77) + 2 * __syncthreads_or(t > 500);
  out[t] = count * 100 + all * 10 + any;
}

/// Threads that have returned are not counted.
__global__ void votes_after_return(int* out) {
  const int t = threadIdx.x;
  if (t >= 40) return;
  out[t] = __syncthreads_count(t >= 0) * 10 + __syncthreads_and(t < 40);
}

/// One warp hands a value to another through shared memory and a flag.
__global__ void flag(int* out) {
  __shared__ int value;
  __shared__ int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 42;
    __threadfence_block();
    atomicExch(&ready, 1);
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(&ready, 0) == 0) __nanosleep(20);
    __threadfence_block();
    *out = value;
  }
}

/// A list for each bucket, each with a lock. The owner reads and writes other threads' values, with fences.
struct Item {
  int key;
  Item* next;
};
__global__ void insert(Item* items, Item** buckets, int* locks, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int bucket = i * 7 % 8;
    for (int lane = 0; lane < 32; ++lane) {
      if (threadIdx.x % 32 != lane) continue;
      while (atomicCAS(&locks[bucket], 0, 1) != 0) {}
      __threadfence();
      items[i].key = i;
      items[i].next = buckets[bucket];
      buckets[bucket] = &items[i];
      __threadfence();
      atomicExch(&locks[bucket], 0);
    }
  }
}

/// Neighbours in a warp exchange through shared memory.
__global__ void in_warp(int* out) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  int v = t;
  for (int step = 16; step > 0; step /= 2) {
    values[t] = v;
    __syncwarp();
    v += values[t ^ step];
    __syncwarp();
  }
  if (t % 32 < 8) __syncwarp(0xff);
  out[t] = v;
}

int main() {
  const int n = 10000;
  std::vector<float> in(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) expected += in[i] = static_cast<float>(i % 10);
  coverage::Buffer<float> source(in), sum(1);
  for (int blocks : {1, 7, 64}) {
    sum_all<<<blocks, 128>>>(source, n, sum);
    CHECK(sum.get()[0] == static_cast<float>(expected));
  }
  coverage::Buffer<int> out(200);
  votes<<<1, 200>>>(out);
  for (int v : out.get()) CHECK(v == 67 * 100 + 1 * 10 + 1);
  coverage::Buffer<int> few(40);
  votes_after_return<<<1, 96>>>(few);
  for (int v : few.get()) CHECK(v == 401);
  coverage::Buffer<int> got(1), warps(64);
  flag<<<1, 64>>>(got);
  CHECK(got.get()[0] == 42);
  in_warp<<<1, 64>>>(warps);
  for (int t = 0; t < 64; ++t) CHECK(warps.get()[t] == (t < 32 ? 496 : 496 + 32 * 32));
  coverage::Buffer<Item> items(500);
  coverage::Buffer<Item*> buckets(8, nullptr);
  coverage::Buffer<int> locks(8, 0);
  insert<<<3, 64>>>(items, buckets, locks, 500);
  const std::vector<Item> list = items.get();
  Item* const first = items;
  int met = 0;
  for (int b = 0; b < 8; ++b)
    for (Item* at = buckets.get()[b]; at; at = list[at - first].next, ++met) CHECK(list[at - first].key * 7 % 8 == b);
  CHECK(met == 500);
  return coverage::result();
}

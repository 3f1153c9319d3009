// Feature: cuda::barrier: arrive, wait, drop, parity, completion functions, parts of a block; cuda::latch and semaphores
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

#include <utility>

#include "../check.h"
using barrier = cuda::barrier<cuda::thread_scope_block>;

/// Work continues between arrive and wait, and the phases repeat.
__global__ void phases(int* out, int rounds) {
  __shared__ barrier bar;
  __shared__ int values[128];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    values[t] = t * (round + 1);
    barrier::arrival_token token = bar.arrive();
    int own = t;
    for (int i = 0; i < 3; ++i) own = own * 2 % 97;
    bar.wait(std::move(token));
    sum += values[(t + 1 + round) % 128] + own;
    bar.arrive_and_wait();
  }
  out[t] = sum;
}

/// Half of the block produces, the other half consumes, with two barriers and one buffer.
__global__ void produce(const int* in, int* out, int steps) {
  __shared__ barrier filled, empty;
  __shared__ int buffer[32];
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) {
    init(&filled, 64);
    init(&empty, 64);
  }
  __syncthreads();
  if (t < 32) {
    for (int step = 0; step < steps; ++step) {
      empty.arrive_and_wait();
      buffer[lane] = in[step * 32 + lane] * 3;
      (void)filled.arrive();
    }
  } else {
    auto ready = empty.arrive();
    for (int step = 0; step < steps; ++step) {
      filled.arrive_and_wait();
      out[step * 32 + lane] = buffer[31 - lane];
      if (step + 1 < steps) ready = empty.arrive();
    }
  }
}

/// Threads leave one after the other, and the remaining ones still meet.
__global__ void dropping(int* out) {
  __shared__ barrier bar;
  __shared__ int left[64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  for (int round = 0; round < 64; ++round) {
    if (t == round) {
      bar.arrive_and_drop();
      return;
    }
    left[t] = round;
    bar.arrive_and_wait();
    if (t == 63 && left[round + 1 < 63 ? round + 1 : 63] == round) out[round] = 1;
    bar.arrive_and_wait();
  }
}

struct CountPhases {
  int* count;
  __device__ void operator()() { ++*count; }
};

__global__ void completions(int* out) {
  __shared__ int count;
  __shared__ char storage[sizeof(cuda::barrier<cuda::thread_scope_block, CountPhases>)] __attribute__((aligned(16)));
  auto* bar = reinterpret_cast<cuda::barrier<cuda::thread_scope_block, CountPhases>*>(storage);
  if (threadIdx.x == 0) {
    count = 0;
    new (bar) cuda::barrier<cuda::thread_scope_block, CountPhases>(blockDim.x, CountPhases{&count});
  }
  __syncthreads();
  for (int i = 0; i < 5; ++i) {
    bar->arrive_and_wait();
    if (count != i + 1) out[1] = 1;
    bar->arrive_and_wait();
    if (threadIdx.x == 0) --count;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = count;
}

__global__ void parity(int* out) {
  __shared__ barrier bar;
  __shared__ int value;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == 0) {
      value = 10 + i;
      (void)bar.arrive();
    } else {
      bar.wait_parity(i % 2);
      out[i * 64 + threadIdx.x] = value;
    }
    __syncthreads();
  }
}

__global__ void count_down(int* out) {
  __shared__ cuda::latch<cuda::thread_scope_block>* latch;
  __shared__ __align__(16) char place[sizeof(*latch)];
  __shared__ __align__(16) char place_of_places[64];
  __shared__ int values[64], inside, most;
  auto* places = reinterpret_cast<cuda::counting_semaphore<cuda::thread_scope_block>*>(place_of_places);
  if (threadIdx.x == 0) {
    latch = new (place) cuda::latch<cuda::thread_scope_block>(64);
    new (places) cuda::counting_semaphore<cuda::thread_scope_block>(3);
    inside = most = 0;
  }
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  latch->arrive_and_wait();
  const int other = values[63 - threadIdx.x];
  places->acquire();
  const int now = atomicAdd(&inside, 1) + 1;
  atomicMax(&most, now);
  __nanosleep(10);
  atomicSub(&inside, 1);
  places->release();
  __syncthreads();
  out[threadIdx.x] = other + 1000 * (most >= 1 && most <= 3);
}

int main() {
  coverage::Buffer<int> out(128);
  phases<<<1, 128>>>(out, 4);
  for (int t = 0; t < 128; ++t) {
    int expected = 0;
    for (int round = 0; round < 4; ++round) {
      int own = t;
      for (int i = 0; i < 3; ++i) own = own * 2 % 97;
      expected += (t + 1 + round) % 128 * (round + 1) + own;
    }
    CHECK(out.get()[t] == expected);
  }
  std::vector<int> in(32 * 10);
  for (int i = 0; i < 320; ++i) in[i] = i * i;
  coverage::Buffer<int> source(in), moved(320);
  produce<<<1, 64>>>(source, moved, 10);
  for (int i = 0; i < 320; ++i) CHECK(moved.get()[i] == in[i / 32 * 32 + 31 - i % 32] * 3);
  coverage::Buffer<int> rounds(64);
  dropping<<<1, 64>>>(rounds);
  for (int round = 0; round < 63; ++round) CHECK(rounds.get()[round] == 1);
  coverage::Buffer<int> counts(2);
  completions<<<1, 96>>>(counts);
  CHECK(counts.get()[0] == 5 && counts.get()[1] == 0);
  coverage::Buffer<int> seen(256);
  parity<<<1, 64>>>(seen);
  for (int i = 0; i < 4; ++i)
    for (int t = 1; t < 64; ++t) CHECK(seen.get()[i * 64 + t] == 10 + i);
  coverage::Buffer<int> down(64);
  count_down<<<1, 64>>>(down);
  for (int t = 0; t < 64; ++t) CHECK(down.get()[t] == 63 - t + 1000);
  return coverage::result();
}

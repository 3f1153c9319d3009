// Feature: forward progress: threads and blocks that spin let the others run
#include "../check.h"

/// Thread 0 waits for the last thread of its block with a plain volatile read.
__global__ void wait_within_block(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    *out = *flag + 1;
  } else if (threadIdx.x == blockDim.x - 1) {
    *flag = 41;
  }
}

/// Every lane of every warp takes the lock in turn, as in textbooks.
__global__ void spin_lock(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      const int seen = *(volatile int*)counter;
      __threadfence();
      *(volatile int*)counter = seen + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

/// Block b waits for block b + 1, so the order in which blocks begin does not help.
__global__ void wait_for_later_block(volatile int* flags, int* out) {
  __shared__ int mine;
  if (threadIdx.x == 0) {
    mine = blockIdx.x;
    if (blockIdx.x + 1 < gridDim.x)
      while (flags[blockIdx.x + 1] == 0) {
      }
    out[blockIdx.x] = flags[blockIdx.x + 1] + mine;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
}

/// A hand-written barrier of the grid, as in persistent kernels. All blocks are resident on a device.
__global__ void barrier_by_hand(unsigned* arrived, unsigned* cells, unsigned* totals, int rounds) {
  __shared__ unsigned mine[32];
  mine[threadIdx.x] = blockIdx.x * 32 + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) cells[blockIdx.x] = round + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1u);
      while (atomicAdd(arrived, 0u) < gridDim.x * (2 * round + 1)) {
      }
    }
    __syncthreads();
    if (threadIdx.x == 1) {
      unsigned total = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) total += *(volatile unsigned*)&cells[b];
      totals[round * gridDim.x + blockIdx.x] = total;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(arrived, 1u);
      while (*(volatile unsigned*)arrived < gridDim.x * (2 * round + 2)) {
      }
    }
    __syncthreads();
  }
  if (mine[threadIdx.x] != blockIdx.x * 32 + threadIdx.x) totals[blockIdx.x] = 0xdead;
}

/// Look-back: every block adds the sum of all blocks before it, which it reads from its predecessor.
__global__ void look_back(volatile unsigned* sums, unsigned* next) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(next, 1u);
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned before = 0;
  if (tile > 0)
    while ((before = sums[tile - 1]) == 0) {
    }
  __threadfence();
  sums[tile] = before + tile + 1;
}

/// Floating-point state and registers survive an interruption.
__global__ void compute(double* out, int count) {
  double x = 1.0 + threadIdx.x, y = 0.5;
  for (int i = 0; i < count; ++i) {
    x = x * 0.999999 + y;
    y = y * 1.0000001;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

void check_computing() {
  const int count = 20000000;
  coverage::Buffer<double> out(6);
  compute<<<3, 2>>>(out, count);
  const std::vector<double> seen = out.get();
  for (int thread = 0; thread < 2; ++thread) {
    double x = 1.0 + thread, y = 0.5;
    for (int i = 0; i < count; ++i) {
      x = x * 0.999999 + y;
      y = y * 1.0000001;
    }
    for (int block = 0; block < 3; ++block) CHECK(seen[block * 2 + thread] == x + y);
  }
}

int main() {
  coverage::Buffer<int> flag(1, 0), out(1, 0);
  for (int threads : {2, 32, 33, 500}) {
    CUDA(cudaMemset(flag, 0, sizeof(int)));
    wait_within_block<<<1, threads>>>(flag, out);
    CHECK(out.get()[0] == 42);
  }

  coverage::Buffer<int> lock(1, 0), counter(1, 0);
  spin_lock<<<8, 96>>>(lock, counter);
  CHECK(counter.get()[0] == 8 * 96);

  const int blocks = 12;
  coverage::Buffer<int> flags(blocks + 1, 0), results(blocks, -1);
  wait_for_later_block<<<blocks, 32>>>(flags, results);
  for (int b = 0; b < blocks; ++b) CHECK(results.get()[b] == b + (b + 1 < blocks));

  const int rounds = 3, wide = 20;
  coverage::Buffer<unsigned> arrived(1, 0u), cells(wide, 0u), totals(wide * rounds, 0u);
  barrier_by_hand<<<wide, 32>>>(arrived, cells, totals, rounds);
  const std::vector<unsigned> seen = totals.get();
  for (int round = 0; round < rounds; ++round)
    for (int b = 0; b < wide; ++b) CHECK(seen[round * wide + b] == static_cast<unsigned>(wide * (round + 1)));

  coverage::Buffer<unsigned> sums(300, 0u), next(1, 0u);
  look_back<<<300, 64>>>(sums, next);
  CHECK(sums.get()[299] == 300 * 301 / 2);

  check_computing();
  return coverage::result();
}

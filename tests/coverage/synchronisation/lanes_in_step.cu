// Feature: reductions and scans from before Volta, whose lanes run in step through volatile shared memory: the result is the intended one, and the counted flavour reports races
// Findings: race in shared memory: thread (0,0,0) of block (0,0,0) reads dynamic shared memory at lanes_in_step.cu:11
// Findings: race in shared memory: thread (0,0,0) of block (0,0,0) reads values at lanes_in_step.cu:36
// Findings: race in shared memory: thread (1,0,0) of block (0,0,0) reads memory at lanes_in_step.cu:48
// Findings: race in shared memory: thread (32,0,0) of block (0,0,0) reads part at lanes_in_step.cu:
#include "../check.h"

template <class T, unsigned threads>
__device__ void last_warp(volatile T* s, unsigned i) {
  if (threads >= 64) {
    s[i] += s[i + 32]; s[i] += s[i + 16]; s[i] += s[i + 8]; s[i] += s[i + 4]; s[i] += s[i + 2]; s[i] += s[i + 1];
  }
}
template <class T, unsigned threads>
__global__ void reduce(const T* in, T* out) {
  extern __shared__ unsigned char memory[];
  T* s = reinterpret_cast<T*>(memory);
  const unsigned i = threadIdx.x;
  s[i] = in[blockIdx.x * threads + i];
  if (i < 32) s[threads + i] = 0;
  __syncthreads();
  for (unsigned half = threads / 2; half > 32; half >>= 1) {
    if (i < half) s[i] += s[i + half];
    __syncthreads();
  }
  if (i < 32) last_warp<T, threads>(s, i);
  if (i == 0) out[blockIdx.x] = s[0];
}

__global__ void greatest(const int* in, int* out) {
  __shared__ volatile int values[64];
  values[threadIdx.x] = in[threadIdx.x];
  values[threadIdx.x + 32] = in[threadIdx.x + 32];
#pragma unroll
  for (int far = 32; far > 0; far /= 2)
    values[threadIdx.x] = max(values[threadIdx.x], values[threadIdx.x + far]);
  if (threadIdx.x == 0) *out = values[0];
}

// Fewer lanes take part in each step, as in a scan of a warp.
__global__ void scan(const int* in, int* out) {
  __shared__ int memory[32];
  volatile int* sums = memory;
  const unsigned lane = threadIdx.x;
  int sum = sums[lane] = in[lane];
  for (unsigned far = 1; far < 32; far *= 2) {
    if (lane >= far)
      sums[lane] = sum = sum + sums[lane - far];
  }
  out[lane] = sums[lane];
}

// The first sums are plain stores, and no barrier follows.
__global__ void sum_of_rows(const int* in, int* out) {
  volatile __shared__ int part[64 + 16];
  const int i = threadIdx.x, lane = i & 31;
  part[i] = 0;
  for (int k = lane; k < 100; k += 32) part[i] += in[i / 32 * 100 + k];
  if (lane < 16) part[i] += part[i + 16];
  if (lane < 8) part[i] += part[i + 8];
  if (lane < 4) part[i] += part[i + 4];
  if (lane < 2) part[i] += part[i + 2];
  if (lane < 1) part[i] += part[i + 1];
  if (lane == 0) out[i / 32] = part[i];
}

template <class T>
void test_reduce() {
  constexpr unsigned threads = 256, blocks = 3;
  std::vector<T> in(threads * blocks);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>(i % 7);
  coverage::Buffer<T> device(in), out(blocks);
  reduce<T, threads><<<blocks, threads, (threads + 32) * sizeof(T)>>>(device, out);
  const std::vector<T> sums = out.get();
  for (unsigned b = 0; b < blocks; ++b) {
    T sum = 0;
    for (unsigned i = 0; i < threads; ++i) sum += in[b * threads + i];
    CHECK(sums[b] == sum);
  }
}

int main() {
  test_reduce<int>();
  test_reduce<double>();
  std::vector<int> in(64);
  for (int i = 0; i < 64; ++i) in[i] = i * 37 % 61 - (i == 40 ? -100 : 0);
  coverage::Buffer<int> device(in), out(32);
  greatest<<<1, 32>>>(device, out);
  CHECK(out.get()[0] == 40 * 37 % 61 + 100);
  scan<<<1, 32>>>(device, out);
  const std::vector<int> sums = out.get();
  for (int i = 0, sum = 0; i < 32; ++i) CHECK(sums[i] == (sum += in[i]));
  std::vector<int> rows(200);
  for (int i = 0; i < 200; ++i) rows[i] = i;
  coverage::Buffer<int> matrix(rows), totals(2);
  sum_of_rows<<<1, 64>>>(matrix, totals);
  CHECK(totals.get()[0] == 4950 && totals.get()[1] == 14950);
  return coverage::result();
}

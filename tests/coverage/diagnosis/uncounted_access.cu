// Feature: an access without a compiler hook, to a structure that is passed or returned by value, is reported
// Findings: uncounted access: kernel loads_by_value touches device memory at uncounted_access.cu:21 where the counters cannot see it
// Findings: uncounted access: kernel stores_by_value touches device memory at uncounted_access.cu:15 where the counters cannot see it
#include "../check.h"

struct One {
  float x;
};
struct Eight {
  float x[8];
};
__device__ __noinline__ float fetch(One one) { return one.x; }
__device__ __noinline__ Eight make(float first) {
  Eight all;
  for (int i = 0; i < 8; ++i) all.x[i] = first + i;
  return all;
}

__global__ void loads_by_value(const One* from, float* to, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += fetch(from[i]);
  to[threadIdx.x] = sum;
}
__global__ void stores_by_value(Eight* to) { to[threadIdx.x] = make(threadIdx.x); }

/// None of these is a finding.
__global__ void by_variables(const One* from, Eight* to, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const One one = from[i];
    sum += fetch(one);
  }
  const Eight all = make(sum);
  to[threadIdx.x] = all;
}

/// Not a finding: all of a copy is announced before it begins.
struct Page {
  float x[1024];
};
__global__ void copies_pages(const Page* from, Page* to, size_t bytes) {
  memcpy(to + threadIdx.x, from + threadIdx.x, bytes);
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void takes_sines(float* sines, float* cosines) {
  sincosf(float(threadIdx.x), sines + threadIdx.x, cosines + threadIdx.x);
}
__global__ void prints(const char* text) {
  if (threadIdx.x < 8) printf("%s\n", text);
}

int main() {
  coverage::Buffer<One> from(100, One{1});
  coverage::Buffer<float> sums(64, 0);
  coverage::Buffer<Eight> to(64, Eight{});
  for (int i = 0; i < 4; ++i) {  // the check is at random moments
    loads_by_value<<<1, 64>>>(from, sums, 100);
    stores_by_value<<<1, 64>>>(to);
  }
  CUDA(cudaDeviceSynchronize());
  CHECK(sums.get()[63] == 100 && to.get()[63].x[7] == 70);
  by_variables<<<1, 64>>>(from, to, 100);
  CUDA(cudaDeviceSynchronize());
  CHECK(to.get()[63].x[7] == 107);
  coverage::Buffer<Page> pages(64, Page{{8}}), copies(64, Page{});
  for (int i = 0; i < 4; ++i) copies_pages<<<1, 64>>>(pages, copies, sizeof(Page));
  CUDA(cudaDeviceSynchronize());
  CHECK(copies.get()[63].x[0] == 8);
  coverage::Buffer<float> cosines(64, 0);
  coverage::Buffer<char> text(8, '\0');
  for (int i = 0; i < 4; ++i) {
    takes_sines<<<1, 64>>>(sums, cosines);
    prints<<<1, 8>>>(text);
  }
  CUDA(cudaDeviceSynchronize());
  CHECK(cosines.get()[0] == 1);
  return coverage::result();
}

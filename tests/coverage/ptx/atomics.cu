// Feature: inline PTX: atom and red, with add, min, max, and, or, xor, inc, dec, exch, cas, on global and shared memory, with orders and scopes
#include "../check.h"

__global__ void update(int* i, unsigned* u, float* f, unsigned long long* l) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  int old;
  asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(old) : "l"(i), "r"(1) : "memory");
  asm volatile("red.global.max.s32 [%0], %1;" ::"l"(i + 1), "r"(old) : "memory");
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(i + 2), "r"(t) : "memory");
  asm volatile("atom.min.s32 %0, [%1+12], %2;" : "=r"(old) : "l"(i), "r"(-t) : "memory");
  asm volatile("red.global.or.b32 [%0], %1;" ::"l"(u), "r"(1u << t % 32) : "memory");
  asm volatile("red.global.xor.b32 [%0], %1;" ::"l"(u + 1), "r"(1u << t % 16) : "memory");
  unsigned was;
  asm volatile("atom.global.inc.u32 %0, [%1], 6;" : "=r"(was) : "l"(u + 2) : "memory");
  asm volatile("red.global.add.f32 [%0], 0f3F000000;" ::"l"(f) : "memory");
  asm volatile("atom.add.release.gpu.u64 %0, [%1], %2;" : "=l"(l[1 + t]) : "l"(l), "l"(3ull) : "memory");
  // The maximum by compare-and-swap.
  unsigned seen = 0, found;
  for (;;) {
    const unsigned wanted = seen > t * 7u % 1000 ? seen : t * 7u % 1000;
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(found) : "l"(u + 3), "r"(seen), "r"(wanted) : "memory");
    if (found == seen) break;
    seen = found;
  }
  __shared__ int box;
  if (threadIdx.x == 0) box = 0;
  __syncthreads();
  asm volatile("red.shared.add.u32 [%0], 2;" ::"r"((unsigned)__cvta_generic_to_shared(&box)) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(i + 4), "r"(box) : "memory");
}

int main() {
  coverage::Buffer<int> i(5);
  coverage::Buffer<unsigned> u(4);
  coverage::Buffer<float> f(1);
  coverage::Buffer<unsigned long long> l(257);
  update<<<4, 64>>>(i, u, f, l);
  const auto is = i.get();
  CHECK(is[0] == 256 && is[1] == 255 && is[2] == 255 * 128 && is[3] == -255 && is[4] == 128);
  const auto us = u.get();
  unsigned largest = 0;
  for (unsigned t = 0; t < 256; ++t) largest = t * 7 % 1000 > largest ? t * 7 % 1000 : largest;
  CHECK(us[0] == ~0u && us[1] == 0 && us[2] == 256 % 7 && us[3] == largest);
  CHECK(f.get()[0] == 128);
  const auto ls = l.get();
  unsigned long long sum = 0;
  for (int t = 0; t < 256; ++t) sum += ls[1 + t];
  CHECK(ls[0] == 768 && sum == 3 * 255 * 128);
  return coverage::result();
}

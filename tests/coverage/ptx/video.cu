// Feature: inline PTX: SIMD video instructions vadd, vsub, vabsdiff, vmin, vmax of 2 and 4 elements, with .sat and .add
#include "../check.h"

#include <cstdint>

constexpr int results = 9;

// A program may define a function with a name that other headers use.
__device__ unsigned long long __globaltimer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void video(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned* r = out + results * threadIdx.x;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r[0]) : "r"(x), "r"(y), "r"(1000));
  asm("vabsdiff4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(x), "r"(y), "r"(0));
  asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(r[2]) : "r"(x), "r"(y), "r"(0));
  asm("vadd2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(r[3]) : "r"(x), "r"(y), "r"(0));
  asm("vsub4.s32.u32.u32.add %0, %1, %2, %3;" : "=r"(r[4]) : "r"(x), "r"(y), "r"(7));
  asm("vsub2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r[5]) : "r"(x), "r"(y), "r"(0));
  asm("vmin4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r[6]) : "r"(x), "r"(y), "r"(0));
  asm("vmax2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(x), "r"(y), "r"(0));
  r[8] = __globaltimer() > 0;
}

int main() {
  std::vector<unsigned> xs = {0, ~0u, 0x80808080u, 0x7fff8000u}, ys = {~0u, 0, 0x7f7f7f7fu, 0x00018001u};
  unsigned seed = 5;
  while (xs.size() < 256) {
    xs.push_back(seed = seed * 1664525u + 1013904223u);
    ys.push_back(seed = seed * 1664525u + 1013904223u);
  }
  coverage::Buffer<unsigned> a(xs), b(ys), out(results * 256);
  video<<<1, 256>>>(a, b, out);
  const auto values = out.get();
  for (size_t i = 0; i < xs.size(); ++i) {
    unsigned expected[results] = {1000, 0, 0, 0, 7, 0, 0, 0, 1};
    for (int at = 0; at < 32; at += 8) {
      const int u = xs[i] >> at & 255, v = ys[i] >> at & 255, su = (int8_t)u, sv = (int8_t)v;
      expected[0] += abs(u - v);
      expected[1] |= (abs(su - sv) & 255u) << at;
      expected[2] |= (unsigned)(u + v > 255 ? 255 : u + v) << at;
      expected[4] += u - v;
      expected[6] |= ((su < sv ? su : sv) & 255u) << at;
    }
    for (int at = 0; at < 32; at += 16) {
      const int u = xs[i] >> at & 65535, v = ys[i] >> at & 65535, sum = (int16_t)u + (int16_t)v;
      expected[3] |= ((sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum) & 65535u) << at;
      expected[5] |= ((u - v) & 65535u) << at;
      expected[7] |= (unsigned)(u < v ? v : u) << at;
    }
    for (int k = 0; k < results; ++k) CHECK(values[results * i + k] == expected[k]);
  }
  return coverage::result();
}

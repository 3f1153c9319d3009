// Feature: inline PTX: integer add, sub, mul, mad, min, max, abs, sad, div, rem and carry chains (add.cc, addc, mad.lo.cc, madc.hi)
#include "../check.h"

#include <cstdint>

struct Wide {
  unsigned word[4];
};

/// 128-bit sum and difference.
__device__ Wide add128(Wide a, Wide b) {
  Wide r;
  asm("add.cc.u32 %0, %4, %8;\n\t"
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32 %3, %7, %11;\n\t"
      : "=r"(r.word[0]), "=r"(r.word[1]), "=r"(r.word[2]), "=r"(r.word[3])
      : "r"(a.word[0]), "r"(a.word[1]), "r"(a.word[2]), "r"(a.word[3]), "r"(b.word[0]), "r"(b.word[1]),
        "r"(b.word[2]), "r"(b.word[3]));
  return r;
}
__device__ Wide sub128(Wide a, Wide b) {
  Wide r;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r.word[0]) : "r"(a.word[0]), "r"(b.word[0]));
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r.word[1]) : "r"(a.word[1]), "r"(b.word[1]));
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r.word[2]) : "r"(a.word[2]), "r"(b.word[2]));
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(r.word[3]) : "r"(a.word[3]), "r"(b.word[3]));
  return r;
}
/// 64 x 64 -> 128 bits out of 32-bit pieces.
__device__ Wide mul64(uint64_t a, uint64_t b) {
  Wide r;
  asm("{\n\t"
      ".reg .u32 a0, a1, b0, b1;\n\t"
      "mov.b64 {a0, a1}, %4;\n\t"
      "mov.b64 {b0, b1}, %5;\n\t"
      "mul.lo.u32 %0, a0, b0;\n\t"
      "mul.hi.u32 %1, a0, b0;\n\t"
      "mad.lo.cc.u32 %1, a0, b1, %1;\n\t"
      "madc.hi.u32 %2, a0, b1, 0;\n\t"
      "mad.lo.cc.u32 %1, a1, b0, %1;\n\t"
      "madc.hi.cc.u32 %2, a1, b0, %2;\n\t"
      "addc.u32 %3, 0, 0;\n\t"
      "mad.lo.cc.u32 %2, a1, b1, %2;\n\t"
      "madc.hi.u32 %3, a1, b1, %3;\n\t"
      "}"
      : "=r"(r.word[0]), "=r"(r.word[1]), "=r"(r.word[2]), "=r"(r.word[3])
      : "l"(a), "l"(b));
  return r;
}

__global__ void wide(const Wide* a, const Wide* b, Wide* sum, Wide* difference, Wide* product, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    // Uses variables, because values passed directly from and to memory are not counted.
    const Wide x = a[i], y = b[i];
    const Wide plus = add128(x, y), minus = sub128(x, y);
    const Wide times = mul64((uint64_t)x.word[1] << 32 | x.word[0], (uint64_t)y.word[1] << 32 | y.word[0]);
    sum[i] = plus;
    difference[i] = minus;
    product[i] = times;
  }
}

constexpr int results = 26;

__global__ void narrow(const int* a, const int* b, long long* out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x];
  const unsigned ux = x, uy = y;
  long long* r = out + results * threadIdx.x;
  int s;
  unsigned u;
  asm("add.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[0] = s;
  asm("sub.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[1] = s;
  asm("mul.lo.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[2] = s;
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[3] = s;
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(ux), "r"(uy)); r[4] = u;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(r[5]) : "r"(x), "r"(y));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r[6]) : "r"(x), "r"(y));
  asm("mad.lo.s32 %0, %1, %2, -7;" : "=r"(s) : "r"(x), "r"(y)); r[7] = s;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(r[8]) : "r"(x), "r"(y), "l"(0x123456789abcll));
  asm("min.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[9] = s;
  asm("max.u32 %0, %1, %2;" : "=r"(u) : "r"(x), "r"(y)); r[10] = u;
  asm("abs.s32 %0, %1;" : "=r"(s) : "r"(x)); r[11] = s;
  asm("neg.s32 %0, %1;" : "=r"(s) : "r"(x)); r[12] = s;
  asm("sad.u32 %0, %1, %2, 5;" : "=r"(u) : "r"(x), "r"(y)); r[13] = u;
  asm("add.sat.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[14] = s;
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[15] = s;
  asm("mul24.lo.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[16] = s;
  asm("mad24.lo.u32 %0, %1, %2, 9;" : "=r"(u) : "r"(x), "r"(y)); r[17] = u;
  asm("mul24.hi.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[24] = s;
  asm("mad24.hi.u32 %0, %1, %2, 9;" : "=r"(u) : "r"(x), "r"(y)); r[25] = u;
  if (y != 0 && !(y == -1 && x == INT_MIN)) {
    asm("div.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[18] = s;
    asm("rem.s32 %0, %1, %2;" : "=r"(s) : "r"(x), "r"(y)); r[19] = s;
    asm("rem.u32 %0, %1, %2;" : "=r"(u) : "r"(x), "r"(y)); r[20] = u;
  }
  asm("add.u64 %0, %1, %2;" : "=l"(r[21]) : "l"((long long)x), "l"((long long)y << 20));
  short h;
  asm("add.s16 %0, %1, %2;" : "=h"(h) : "h"((short)x), "h"((short)y)); r[22] = h;
  asm("mul.hi.s64 %0, %1, %2;" : "=l"(r[23]) : "l"((long long)x << 30), "l"((long long)y << 30));
}

int main() {
  std::vector<Wide> a, b;
  unsigned seed = 1;
  for (int i = 0; i < 200; ++i) {
    Wide x, y;
    for (int w = 0; w < 4; ++w) {
      seed = seed * 1664525u + 1013904223u;
      x.word[w] = seed % 5 == 0 ? ~0u : seed;
      seed = seed * 1664525u + 1013904223u;
      y.word[w] = seed % 4 == 0 ? ~0u : seed % 4 == 1 ? 0 : seed;
    }
    a.push_back(x), b.push_back(y);
  }
  coverage::Buffer<Wide> da(a), db(b), sum(200), difference(200), product(200);
  wide<<<1, 64>>>(da, db, sum, difference, product, 200);
  const auto sums = sum.get(), differences = difference.get(), products = product.get();
  typedef unsigned __int128 U;
  const auto value = [](Wide w) { return (U)w.word[3] << 96 | (U)w.word[2] << 64 | (U)w.word[1] << 32 | w.word[0]; };
  for (int i = 0; i < 200; ++i) {
    CHECK(value(sums[i]) == value(a[i]) + value(b[i]));
    CHECK(value(differences[i]) == value(a[i]) - value(b[i]));
    CHECK(value(products[i]) == (U)(uint64_t)value(a[i]) * (uint64_t)value(b[i]));
  }

  const std::vector<int> edge = {0, 1, -1, 2, -5, 7, 1000003, -77777777, INT_MAX, INT_MIN, 0x00800000, 0x12345678};
  std::vector<int> xs, ys;
  for (int x : edge)
    for (int y : edge) xs.push_back(x), ys.push_back(y);
  coverage::Buffer<int> dx(xs), dy(ys);
  coverage::Buffer<long long> out(results * xs.size());
  narrow<<<1, xs.size()>>>(dx, dy, out);
  const auto values = out.get();
  for (size_t i = 0; i < xs.size(); ++i) {
    const long long* r = &values[results * i];
    const int64_t x = xs[i], y = ys[i];
    const uint64_t ux = (unsigned)x, uy = (unsigned)y;
    CHECK(r[0] == (int)(unsigned)(ux + uy));
    CHECK(r[1] == (int)(unsigned)(ux - uy));
    CHECK(r[2] == (int)(unsigned)(ux * uy));
    CHECK(r[3] == (int)((x * y) >> 32));
    CHECK(r[4] == (long long)((ux * uy) >> 32));
    CHECK(r[5] == x * y);
    CHECK((uint64_t)r[6] == ux * uy);
    CHECK(r[7] == (int)(unsigned)(ux * uy - 7));
    CHECK((uint64_t)r[8] == (uint64_t)(x * y) + 0x123456789abcull);
    CHECK(r[9] == (x < y ? x : y));
    CHECK(r[10] == (long long)(ux > uy ? ux : uy));
    CHECK(r[11] == (int)(unsigned)(x < 0 ? 0 - ux : ux));
    CHECK(r[12] == (int)(unsigned)(0 - ux));
    CHECK(r[13] == (long long)(unsigned)(5 + (ux > uy ? ux - uy : uy - ux)));
    CHECK(r[14] == (x + y > INT_MAX ? INT_MAX : x + y < INT_MIN ? INT_MIN : x + y));
    CHECK(r[15] == (x - y > INT_MAX ? INT_MAX : x - y < INT_MIN ? INT_MIN : x - y));
    const int64_t x24 = (int)((unsigned)x << 8) >> 8, y24 = (int)((unsigned)y << 8) >> 8;
    CHECK(r[16] == (int)(x24 * y24) && r[24] == (int)(x24 * y24 >> 16));
    CHECK((unsigned)r[25] == (unsigned)((uint64_t)(x & 0xffffff) * (y & 0xffffff) >> 16) + 9);
    CHECK(r[17] == (long long)(unsigned)((ux & 0xffffff) * (uy & 0xffffff) + 9));
    if (y != 0 && !(y == -1 && x == INT_MIN)) {
      CHECK(r[18] == x / y);
      CHECK(r[19] == x % y);
      CHECK(r[20] == (long long)(ux % uy));
    }
    CHECK(r[21] == x + y * (1 << 20));
    CHECK(r[22] == (short)((short)x + (short)y));
    CHECK(r[23] == (long long)((__int128)(x * (1ll << 30)) * (y * (1ll << 30)) >> 64));
  }
  return coverage::result();
}

// Feature: inline PTX: f16 and bf16 add, mul, fma and cvt round once; .ftz and .sat on f16 and f16x2
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>

#include "../check.h"

typedef unsigned short Bits;
enum Result { f_add, f_mul, f_fma, f_from_double, b_mul, b_fma, b_from_float, b_from_int, results };

__global__ void compute(const Bits* a, const Bits* b, const Bits* c, const double* wide, const int* whole, Bits* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Bits* r = out + results * i;
  asm("add.rn.f16 %0, %1, %2;" : "=h"(r[f_add]) : "h"(a[i]), "h"(b[i]));
  asm("mul.rn.f16 %0, %1, %2;" : "=h"(r[f_mul]) : "h"(a[i]), "h"(b[i]));
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r[f_fma]) : "h"(a[i]), "h"(b[i]), "h"(c[i]));
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(r[f_from_double]) : "d"(wide[i]));
  asm("mul.rn.bf16 %0, %1, %2;" : "=h"(r[b_mul]) : "h"(a[i]), "h"(b[i]));
  asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r[b_fma]) : "h"(a[i]), "h"(b[i]), "h"(c[i]));
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r[b_from_float]) : "f"((float)wide[i]));
  asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(r[b_from_int]) : "r"(whole[i]));
}

// A 16-bit format with this many bits of fraction, by its definition.
struct Format {
  int fraction, bias;
  double value(unsigned bits) const {
    const int exponent = (bits & 0x7fff) >> fraction, low = bits & ((1 << fraction) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (bits >= 0x8000) bits -= 0x8000;
    if (exponent == 2 * bias + 1) return low ? NAN : sign * INFINITY;
    return sign * (exponent ? std::ldexp((1 << fraction) + low, exponent - bias - fraction) : std::ldexp(low, 1 - bias - fraction));
  }
  // The neighbour that is nearer to the exact x + tail. Ties go to the even one.
  bool is_nearest(unsigned bits, long double x, long double tail) const {
    const double got = value(bits);
    if (std::isnan(x)) return std::isnan(got);
    if (std::isinf(x)) return got == x;
    if (std::isnan(got)) return false;
    const unsigned magnitude = bits & 0x7fff, infinity = (2 * bias + 1) << fraction;
    const double sign = bits & 0x8000 ? -1 : 1;
    // The value after the largest number is the next power of two.
    const long double follows = std::ldexp(1.0L, bias + 1);
    const auto at = [&](unsigned m) { return sign * (m == infinity ? follows : (long double)value(m)); };
    const auto beats = [&](unsigned m) {
      const long double middle = (at(m) + at(magnitude)) / 2, off = (x - middle) + tail;
      return off == 0 ? magnitude & 1 : (off > 0) == (at(m) > at(magnitude));
    };
    if (magnitude < infinity && beats(magnitude + 1)) return false;
    return magnitude == 0 ? !(std::fabs(x + tail) > std::ldexp(1.0L, -bias - fraction)) : !beats(magnitude - 1);
  }
};

// 32-bit words of one fixed sequence.
unsigned next_word(unsigned long long& state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 32);
}

__global__ void modifiers(const Bits* a, const Bits* b, Bits* out, unsigned* pairs) {
  const Bits x = a[threadIdx.x], y = b[threadIdx.x];
  Bits* r = out + 3 * threadIdx.x;
  asm("add.sat.f16 %0, %1, %2;" : "=h"(r[0]) : "h"(x), "h"(y));
  asm("mul.ftz.f16 %0, %1, %2;" : "=h"(r[1]) : "h"(x), "h"(y));
  asm("fma.rn.ftz.sat.f16 %0, %1, %2, %1;" : "=h"(r[2]) : "h"(x), "h"(y));
  const unsigned xx = x | x << 16, yy = y | (unsigned)0x3c00 << 16;
  asm("add.sat.f16x2 %0, %1, %2;" : "=r"(pairs[2 * threadIdx.x]) : "r"(xx), "r"(yy));
  asm("mul.ftz.f16x2 %0, %1, %2;" : "=r"(pairs[2 * threadIdx.x + 1]) : "r"(xx), "r"(yy));
}

void check_rounding() {
  const int n = 20000;
  const Format half{10, 15}, brain{7, 127};
  std::vector<Bits> a, b, c;
  std::vector<double> wide;
  std::vector<int> whole;
  unsigned long long state = 1;
  for (int i = 0; i < n; ++i) {
    const unsigned x = next_word(state), y = next_word(state);
    a.push_back(x), b.push_back(x >> 16), c.push_back(y);
    whole.push_back(i % 2 ? (int)next_word(state) : (int)(0x01010000u << i % 7 | 1));
    // Half a unit above a half, and slightly more or less than a float can show.
    const double middle = std::ldexp(2049 + 2 * (y >> 22), -(int)(y >> 16 & 31));
    wide.push_back(i % 3 ? middle * (1 + std::ldexp(i % 3 - 1.5, -40)) : middle);
  }
  // Products whose last bits matter only far after the middle. Rounding twice gives wrong results.
  a[0] = 0xd31c, b[0] = 0xe100, c[0] = 0x953b;
  a[1] = 0x9ad8, b[1] = 0xa8ad, c[1] = 0x3441;
  a[2] = 0xfdc0, b[2] = 0x9c4a, c[2] = 0xaa95;
  a[3] = 0x4912, b[3] = 0xca20, c[3] = 0x8b95;
  a[4] = 0x1f81, b[4] = 0x1f81, c[4] = 0;  // a bf16 product below the normal floats
  coverage::Buffer<Bits> da(a), db(b), dc(c), out(results * n);
  coverage::Buffer<double> dw(wide);
  coverage::Buffer<int> di(whole);
  compute<<<(n + 127) / 128, 128>>>(da, db, dc, dw, di, out, n);
  const std::vector<Bits> got = out.get();
  const auto fused_holds = [](const Format& format, unsigned result, double x, double y, double z) {
    const long double product = (long double)x * y, sum = product + z;
    if (!std::isfinite(sum)) return format.is_nearest(result, sum, 0);
    const long double part = sum - product;
    return format.is_nearest(result, sum, (product - (sum - part)) + (z - part));
  };
  for (int i = 0; i < n; ++i) {
    const Bits* r = &got[results * i];
    const double x = half.value(a[i]), y = half.value(b[i]), z = half.value(c[i]);
    CHECK(half.is_nearest(r[f_add], (long double)x + y, 0));
    CHECK(half.is_nearest(r[f_mul], (long double)x * y, 0));
    CHECK(fused_holds(half, r[f_fma], x, y, z));
    CHECK(half.is_nearest(r[f_from_double], wide[i], 0));
    const double p = brain.value(a[i]), q = brain.value(b[i]), s = brain.value(c[i]);
    CHECK(brain.is_nearest(r[b_mul], (long double)p * q, 0));
    CHECK(fused_holds(brain, r[b_fma], p, q, s));
    CHECK(brain.is_nearest(r[b_from_float], (float)wide[i], 0));
    CHECK(brain.is_nearest(r[b_from_int], whole[i], 0));
  }
}

int main() {
  check_rounding();

  // 0.75 + 0.5, the smallest number times 1, -1 + 0.5, NaN, a subnormal product of normal numbers, negative
  const std::vector<Bits> a = {0x3a00, 0x0001, 0xbc00, 0x7e00, 0x8400}, b = {0x3800, 0x3c00, 0x3800, 0x3c00, 0x3800};
  coverage::Buffer<Bits> da(a), db(b), out(15);
  coverage::Buffer<unsigned> pairs(10);
  modifiers<<<1, 5>>>(da, db, out, pairs);
  const std::vector<Bits> r = out.get();
  const std::vector<unsigned> p = pairs.get();
  CHECK(r[0] == 0x3c00 && r[3] == 0x3c00 && r[6] == 0 && r[9] == 0);
  CHECK(r[1] == 0x3600 && r[4] == 0 && r[7] == 0xb800 && r[13] == 0x8000);
  CHECK(r[2] == 0x3c00 && r[5] == 0 && r[8] == 0 && r[11] == 0 && r[14] == 0);
  CHECK(p[0] == 0x3c003c00 && p[4] == 0 && p[6] == 0);
  CHECK(p[3] == 0 && p[5] == 0xbc00b800 && p[9] == 0x84008000);
  return coverage::result();
}

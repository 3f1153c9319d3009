// Feature: inline PTX: cvt between all types, with rounding, saturation, f16, bf16, tf32 and packed pairs; mov that packs and unpacks
#include "../check.h"

#include <cmath>
#include <cstdint>

__global__ void to_integers(const float* a, long long* out) {
  const float x = a[threadIdx.x];
  long long* r = out + 12 * threadIdx.x;
  int s;
  unsigned u;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(x)); r[0] = s;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(x)); r[1] = s;
  asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(s) : "f"(x)); r[2] = s;
  asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(s) : "f"(x)); r[3] = s;
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(u) : "f"(x)); r[4] = u;
  asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(u) : "f"(x)); r[5] = u;
  asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(r[6]) : "d"((double)x));
  float f;
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(f) : "f"(x)); r[7] = __float_as_int(f);
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(f) : "f"(x)); r[8] = __float_as_int(f);
  double d;
  asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(x)); r[9] = __double_as_longlong(d);
  unsigned t;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(t) : "f"(x)); r[10] = t;
  uint16_t h;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(x)); r[11] = h;
}

__global__ void from_integers(const long long* a, long long* out) {
  const long long x = a[threadIdx.x];
  long long* r = out + 10 * threadIdx.x;
  const int i = (int)x;
  float f;
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(i)); r[0] = __float_as_int(f);
  asm("cvt.rz.f32.s32 %0, %1;" : "=f"(f) : "r"(i)); r[1] = __float_as_int(f);
  asm("cvt.rp.f32.u32 %0, %1;" : "=f"(f) : "r"(i)); r[2] = __float_as_int(f);
  asm("cvt.rm.f32.s64 %0, %1;" : "=f"(f) : "l"(x)); r[3] = __float_as_int(f);
  asm("cvt.s64.s32 %0, %1;" : "=l"(r[4]) : "r"(i));
  asm("cvt.u64.u32 %0, %1;" : "=l"(r[5]) : "r"(i));
  int s;
  asm("cvt.s32.s8 %0, %1;" : "=r"(s) : "r"(i)); r[6] = s;
  asm("cvt.u32.u16 %0, %1;" : "=r"(s) : "h"((short)i)); r[7] = s;
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(s) : "r"(i)); r[8] = s;
  asm("cvt.u32.u64 %0, %1;" : "=r"(s) : "l"(x)); r[9] = s;
}

/// All 65,536 halves to float and back, pairs, and bits packed and unpacked.
__global__ void halves(unsigned* wrong) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  const uint16_t half = (uint16_t)bits;
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(half));
  uint16_t back;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(back) : "f"(f));
  if (f == f && back != half) atomicAdd(wrong, 1);
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const float magnitude = exponent == 0 ? ldexpf(mantissa, -24) : ldexpf(1024 + mantissa, exponent - 25);
  if (exponent != 31 && f != (bits >> 15 ? -magnitude : magnitude)) atomicAdd(wrong, 1);

  unsigned pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(f), "f"(-2.0f));
  if (f == f && pair != (bits << 16 | 0xc000)) atomicAdd(wrong, 1);
  unsigned brains;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(brains) : "f"(1.0f), "f"(__uint_as_float(bits << 16)));
  if (__uint_as_float(bits << 16) == __uint_as_float(bits << 16) && brains != (0x3f80u << 16 | bits)) atomicAdd(wrong, 1);

  unsigned packed, negative;
  asm("mov.b32 %0, {%1, %2};" : "=r"(packed) : "h"(half), "h"((uint16_t)0xabcd));
  asm("mov.b32 %0, {%1, %2};" : "=r"(negative) : "h"((int16_t)-2), "h"((int16_t)1));
  if (negative != 0x1fffeu) atomicAdd(wrong, 1);
  uint16_t low, high;
  asm("{.reg .b32 t; mov.b32 t, %2; mov.b32 {%0, %1}, t;}" : "=h"(low), "=h"(high) : "r"(packed));
  if (packed != (0xabcd0000u | bits) || low != half || high != 0xabcd) atomicAdd(wrong, 1);
  double d;
  unsigned d0, d1;
  asm("mov.b64 %0, {%1, %2};" : "=d"(d) : "r"(0u), "r"(0x3ff80000u));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(d0), "=r"(d1) : "d"(d));
  if (d != 1.5 || d0 != 0 || d1 != 0x3ff80000u) atomicAdd(wrong, 1);
}

int bits_of(float f) {
  int i;
  memcpy(&i, &f, 4);
  return i;
}
template <class T>
T clamp(double x, double low, double high) {
  return x != x ? 0 : x <= low ? (T)low : x >= high ? (T)high : (T)x;
}

int main() {
  const std::vector<float> xs = {0, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 3.7f, -3.7f, 255.5f, 300, 1e10f, -1e10f, NAN, 1.0009766f, -1.0004883f};
  coverage::Buffer<float> a(xs);
  coverage::Buffer<long long> out(12 * xs.size());
  to_integers<<<1, xs.size()>>>(a, out);
  const auto values = out.get();
  for (size_t i = 0; i < xs.size(); ++i) {
    const float x = xs[i];
    const long long* r = &values[12 * i];
    const double low = INT_MIN, high = INT_MAX;
    CHECK(r[0] == clamp<int>(std::nearbyint(x), low, high));
    CHECK(r[1] == clamp<int>(std::trunc(x), low, high));
    CHECK(r[2] == clamp<int>(std::floor(x), low, high));
    CHECK(r[3] == clamp<int>(std::ceil(x), low, high));
    CHECK(r[4] == clamp<unsigned>(std::trunc(x), 0, 4294967295.0));
    CHECK(r[5] == clamp<unsigned>(std::nearbyint(x), 0, 255));
    if (x == x) CHECK(r[6] == (long long)x);
    if (x == x) CHECK((int)r[7] == bits_of(std::floor(x)));
    CHECK((int)r[8] == bits_of(x > 0 ? std::fmin(x, 1.0f) : 0.0f));
    double d = x;
    if (x == x) CHECK(memcmp(&d, &r[9], 8) == 0);
    if (x == x) CHECK((unsigned)r[10] == (((unsigned)bits_of(x) + 0x1000) & ~0x1fffu));
    const unsigned b = bits_of(x);
    if (x == x) CHECK(r[11] == (long long)((b + 0x7fff + (b >> 16 & 1)) >> 16));
  }
  const std::vector<long long> is = {0, 1, -1, 127, 128, -129, 16777217, -16777217, 0x7fffffff, -0x80000000ll, (1ll << 40) + 1};
  coverage::Buffer<long long> ints(is), iout(10 * is.size());
  from_integers<<<1, is.size()>>>(ints, iout);
  const auto ivalues = iout.get();
  for (size_t i = 0; i < is.size(); ++i) {
    const long long x = is[i], *r = &ivalues[10 * i];
    const int s = (int)x;
    CHECK((int)r[0] == bits_of((float)s));
    float z = (float)s;
    if (std::fabs((double)z) > std::fabs((double)s)) z = std::nextafter(z, 0.0f);
    CHECK((int)r[1] == bits_of(z));
    float up = (float)(unsigned)s;
    if ((double)up < (double)(unsigned)s) up = std::nextafter(up, INFINITY);
    CHECK((int)r[2] == bits_of(up));
    float down = (float)x;
    if ((double)down > (double)x) down = std::nextafter(down, -INFINITY);
    CHECK((int)r[3] == bits_of(down));
    CHECK(r[4] == s && r[5] == (long long)(unsigned)s && r[6] == (signed char)s && r[7] == (unsigned short)s);
    CHECK(r[8] == (s > 127 ? 127 : s < -128 ? -128 : s));
    CHECK((int)r[9] == s);
  }
  coverage::Buffer<unsigned> wrong(1);
  halves<<<256, 256>>>(wrong);
  CHECK(wrong.get()[0] == 0);
  return coverage::result();
}

// Feature: cuda_fp16.h: every half to float and back, every rounding of a float or double to half
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "../check.h"

// The value of a half, from its definition.
static double value_of(unsigned bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

struct Roundings {
  unsigned short nearest, zero, up, down, of_double;
};

__global__ void widen(float* wide, unsigned short* back) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  const __half h = __ushort_as_half(static_cast<unsigned short>(bits));
  wide[bits] = __half2float(h);
  back[bits] = __half_as_ushort(__float2half(wide[bits]));
}

__global__ void round_all(const double* values, Roundings* results, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float f = static_cast<float>(values[i]);
  results[i] = {__half_as_ushort(__float2half_rn(f)), __half_as_ushort(__float2half_rz(f)),
                __half_as_ushort(__float2half_ru(f)), __half_as_ushort(__float2half_rd(f)),
                __half_as_ushort(__double2half(values[i]))};
}

// The neighbours among all halves, found by a search.
static unsigned short below(double x) {  // largest half <= x
  unsigned low = 0, high = 0x7c00;
  if (x >= 0) {
    while (low < high) {
      const unsigned middle = (low + high + 1) / 2;
      if (value_of(middle) <= x)
        low = middle;
      else
        high = middle - 1;
    }
    return static_cast<unsigned short>(low);
  }
  while (low < high) {  // smallest magnitude whose negation is <= x
    const unsigned middle = (low + high) / 2;
    if (-value_of(middle) <= x)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<unsigned short>(low | 0x8000);
}
static unsigned short above(double x) { return static_cast<unsigned short>(below(-x) ^ 0x8000); }

static unsigned short nearest(double x) {
  if (x == 0) return std::signbit(x) ? 0x8000 : 0;
  const unsigned short low = below(std::fabs(x)), high = above(std::fabs(x));
  const unsigned short sign = x < 0 ? 0x8000 : 0;
  // 65520 is the middle between the largest half and the next power of two.
  const double up = high == 0x7c00 ? 65536 : value_of(high);
  const double down = low == 0x7c00 ? 65536 : value_of(low);
  if (low == high) return low | sign;
  const double to_low = std::fabs(x) - down, to_high = up - std::fabs(x);
  if (std::isinf(x) || to_high < to_low) return high | sign;
  if (to_low < to_high) return low | sign;
  return (low & 1 ? high : low) | sign;
}

static void check_widening() {
  coverage::Buffer<float> wide(65536);
  coverage::Buffer<unsigned short> back(65536);
  widen<<<256, 256>>>(wide, back);
  const auto values = wide.get();
  const auto bits = back.get();
  int wrong = 0, not_back = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    const double expected = value_of(i);
    if (std::isnan(expected)) {
      wrong += !std::isnan(values[i]);
      not_back += bits[i] != 0x7fff;
    } else {
      wrong += values[i] != expected || std::signbit(values[i]) != std::signbit(expected);
      not_back += bits[i] != i;
    }
  }
  CHECK(wrong == 0);
  CHECK(not_back == 0);
}

static void check_rounding() {
  std::vector<double> values;
  auto around = [&](double x) {  // floats next to x, and doubles next to it
    const float f = static_cast<float>(x);
    for (float v : {f, std::nextafterf(f, INFINITY), std::nextafterf(f, -INFINITY)}) values.push_back(v);
    values.push_back(x);
    values.push_back(std::nextafter(x, INFINITY));
    values.push_back(std::nextafter(x, -INFINITY));
  };
  for (unsigned i = 0; i < 0x7c00; ++i) {
    const double here = value_of(i), next = i == 0x7bff ? 65536 : value_of(i + 1);
    for (double sign : {1.0, -1.0}) {
      around(sign * here);
      around(sign * (here + next) / 2);
      values.push_back(sign * (here * 0.6875 + next * 0.3125));
    }
  }
  for (double x : {65520.0, 65536.0, 1e6, 1e38, 3e-8, 2.98e-8, 1e-30, 1e-44})
    for (double sign : {1.0, -1.0}) around(sign * x);
  values.push_back(INFINITY), values.push_back(-INFINITY), values.push_back(1e300), values.push_back(-1e-300);
  const int count = static_cast<int>(values.size());
  coverage::Buffer<double> in(values);
  coverage::Buffer<Roundings> out(values.size());
  round_all<<<(count + 255) / 256, 256>>>(in, out, count);
  const auto results = out.get();
  int rn = 0, rz = 0, ru = 0, rd = 0, wide = 0;
  for (int i = 0; i < count; ++i) {
    const double f = static_cast<float>(values[i]);
    rn += results[i].nearest != nearest(f);
    wide += results[i].of_double != nearest(values[i]);
    if (f == 0) continue;
    const unsigned short up = above(f), down = below(f);
    ru += results[i].up != up;
    rd += results[i].down != down;
    rz += results[i].zero != (f > 0 ? down : up);
  }
  CHECK(rn == 0);
  CHECK(rz == 0);
  CHECK(ru == 0);
  CHECK(rd == 0);
  CHECK(wide == 0);
}

__global__ void special(unsigned short* out) {
  const float nan = nanf("");
  out[0] = __half_as_ushort(__float2half(-nan));
  out[1] = __half_as_ushort(__float2half_rz(nan));
  out[2] = __half_as_ushort(__double2half(-static_cast<double>(nan)));
  out[3] = __half_as_ushort(__float2half_rd(-0.0f));
  out[4] = __half_as_ushort(__float2half_rz(1e30f));
  out[5] = __half_as_ushort(__float2half_ru(-1e30f));
  out[6] = __half_as_ushort(__float2half_rz(INFINITY));
}

int main() {
  check_widening();
  check_rounding();
  coverage::Buffer<unsigned short> bits(7);
  special<<<1, 1>>>(bits);
  const auto out = bits.get();
  const unsigned short expected[] = {0x7fff, 0x7fff, 0x7fff, 0x8000, 0x7bff, 0xfbff, 0x7c00};
  for (int i = 0; i < 7; ++i) CHECK(out[i] == expected[i]);
  return coverage::result();
}

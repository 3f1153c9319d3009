// Feature: cuda_bf16.h: every bfloat16 to float and back, every rounding of a float or double to bfloat16
#include <cuda_bf16.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "../check.h"

struct Roundings {
  unsigned short nearest, zero, up, down, of_double;
};

__global__ void widen(float* wide, unsigned short* back) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  wide[bits] = __bfloat162float(__ushort_as_bfloat16(static_cast<unsigned short>(bits)));
  back[bits] = __bfloat16_as_ushort(__float2bfloat16(wide[bits]));
}

__global__ void round_all(const double* values, Roundings* results, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float f = static_cast<float>(values[i]);
  results[i] = {__bfloat16_as_ushort(__float2bfloat16_rn(f)), __bfloat16_as_ushort(__float2bfloat16_rz(f)),
                __bfloat16_as_ushort(__float2bfloat16_ru(f)), __bfloat16_as_ushort(__float2bfloat16_rd(f)),
                __bfloat16_as_ushort(__double2bfloat16(values[i]))};
}

// The value of a finite bfloat16, from its definition. Here the value after the largest is 2^128.
static double value_of(unsigned bits) {
  const int exponent = bits >> 7 & 255, fraction = bits & 127;
  return exponent ? std::ldexp(128 + fraction, exponent - 134) : std::ldexp(fraction, -133);
}

static unsigned below(double magnitude) {
  unsigned low = 0, high = 0x7f80;
  while (low < high) {
    const unsigned middle = (low + high + 1) / 2;
    if (value_of(middle) <= magnitude)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static Roundings expected(double x) {
  const unsigned sign = x < 0 ? 0x8000 : 0, low = below(std::fabs(x));
  const bool exact = low == 0x7f80 ? std::isinf(x) : value_of(low) == std::fabs(x);
  // Rounding towards zero stops at the largest number.
  const unsigned zero = low == 0x7f80 && !exact ? 0x7f7f : low, away = exact ? low : zero + 1;
  unsigned near = zero;
  const double past = std::fabs(x) - value_of(zero), left = value_of(away) - std::fabs(x);
  if (!exact && (left < past || (left == past && zero & 1))) near = away;
  auto bits = [sign](unsigned magnitude) { return static_cast<unsigned short>(magnitude | sign); };
  return {bits(near), bits(zero), bits(sign ? zero : away), bits(sign ? away : zero), bits(near)};
}

int main() {
  coverage::Buffer<float> wide(65536);
  coverage::Buffer<unsigned short> back(65536);
  widen<<<256, 256>>>(wide, back);
  const auto floats = wide.get();
  const auto bits = back.get();
  int wrong = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    const std::uint32_t whole = i << 16;
    float value;
    std::memcpy(&value, &whole, 4);
    wrong += std::isnan(value) ? !std::isnan(floats[i]) || bits[i] != 0x7fff
                               : std::memcmp(&value, &floats[i], 4) || bits[i] != i;
  }
  CHECK(wrong == 0);

  std::vector<double> values;
  for (unsigned i = 0; i < 0x7f80; ++i) {
    const double here = value_of(i), middle = (here + value_of(i + 1)) / 2;
    for (double x : {here, middle, here * 0.75 + value_of(i + 1) * 0.25})
      for (double sign : {1.0, -1.0}) {
        const float f = static_cast<float>(sign * x);
        for (float v : {f, std::nextafterf(f, INFINITY), std::nextafterf(f, -INFINITY)})
          if (v != 0) values.push_back(v);
        if (x != 0) values.push_back(std::nextafter(sign * x, 2 * sign * x));
      }
  }
  for (double x : {1e300, 1e-300, 1e39}) values.push_back(x), values.push_back(-x);
  const int count = static_cast<int>(values.size());
  coverage::Buffer<double> in(values);
  coverage::Buffer<Roundings> out(values.size());
  round_all<<<(count + 255) / 256, 256>>>(in, out, count);
  const auto results = out.get();
  int rn = 0, rz = 0, ru = 0, rd = 0, of_double = 0;
  for (int i = 0; i < count; ++i) {
    const float f = static_cast<float>(values[i]);
    of_double += results[i].of_double != expected(values[i]).of_double;
    if (f == 0) continue;
    const Roundings right = expected(f);
    rn += results[i].nearest != right.nearest;
    rz += results[i].zero != right.zero;
    ru += results[i].up != right.up;
    rd += results[i].down != right.down;
  }
  CHECK(rn == 0);
  CHECK(rz == 0);
  CHECK(ru == 0);
  CHECK(rd == 0);
  CHECK(of_double == 0);
  return coverage::result();
}

#pragma once
// Sixteen-bit and eight-bit floating point: rounding of a float to fewer bits.
//
// Theory of operation
// Every rounding uses one function, narrowed(), which takes a float. Wider values first pass odd_float(): it
// cuts a double to a float and sets the last bit if anything was cut off ("round to odd"). Such a float never
// lies on, or crosses, the middle between two neighbours of a format with at least two bits fewer. So the
// second rounding gives the result of a single rounding of the exact value.
#include <stdint.h>

#include "gridmark/qualifiers.h"
#ifdef __F16C__
#include <immintrin.h>
#endif

namespace gridmark {
namespace emulation {

enum class Rounding { nearest, zero, up, down };

GRIDMARK_INTRINSIC uint32_t bits_of_float(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
GRIDMARK_INTRINSIC float float_of_bits(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/// The float nearest to `value`. If `value` is not exactly a float, the neighbour whose last bit is set.
GRIDMARK_INTRINSIC float odd_float(double value) {
  const float near = static_cast<float>(value);
  const double back = near;
  const uint32_t bits = bits_of_float(near);
  if (back == value || value != value || bits & 1) return near;
  return float_of_bits(__builtin_fabs(back) < __builtin_fabs(value) ? bits + 1 : bits - 1);
}
/// The same for integers of 64 bits. Bits that a double cannot hold are gathered in its last one.
GRIDMARK_INTRINSIC float odd_float(unsigned long long value) {
  if (value >> 53) value = value >> 12 << 12 | (value & 0xfff ? 0x1000 : 0);
  return odd_float(static_cast<double>(value));
}
GRIDMARK_INTRINSIC float odd_float(long long value) {
  const float magnitude = odd_float(value < 0 ? 0 - static_cast<unsigned long long>(value)
                                              : static_cast<unsigned long long>(value));
  return value < 0 ? -magnitude : magnitude;
}
/// a * b + c, rounded once, to odd. The factors have at most 26 significant bits, so the product is exact.
GRIDMARK_INTRINSIC float odd_fma(float a, float b, float c) {
  const double product = static_cast<double>(a) * b, sum = product + c;
  const double from_c = sum - product, error = (product - (sum - from_c)) + (c - from_c);
  uint64_t bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  if (error == 0 || !(__builtin_fabs(sum) < __builtin_inf()) || bits & 1) return odd_float(sum);
  bits += (error > 0) == (sum > 0) ? 1 : -1;
  double odd;
  __builtin_memcpy(&odd, &bits, sizeof odd);
  return odd_float(odd);
}

/// Rounds a float's bits without its sign to a format of `exponent` and `fraction` bits. `infinity` is the
/// first pattern that is not a finite number.
template <int exponent, int fraction, Rounding rounding,
          uint32_t infinity = ((1u << exponent) - 1) << fraction>
GRIDMARK_INTRINSIC uint32_t rounded_magnitude(uint32_t bits, bool negative) {
  constexpr int cut = 23 - fraction;
  constexpr uint32_t rebias = 127 - ((1u << (exponent - 1)) - 1);
  if (bits >= 0x7f800000u) return bits == 0x7f800000u ? infinity : infinity | ((1u << fraction) - 1);
  uint32_t result, rest;  // `rest` has the bits cut off, the highest of them at bit 31
  if (rebias == 0 || bits >> 23 > rebias) {
    result = (bits >> cut) - (rebias << fraction);
    rest = bits << (32 - cut);
    if (result >= infinity) result = infinity - 1, rest = ~0u;
  } else {
    const uint32_t significand = (bits & 0x7fffffu) | (bits >> 23 ? 0x800000u : 0u);
    const uint32_t wanted = cut + rebias + 1 - (bits >> 23), shift = wanted > 31 ? 31 : wanted;
    result = significand >> shift;
    rest = significand << (32 - shift);
  }
  switch (rounding) {
    case Rounding::nearest:
      return result + (rest > 0x80000000u || (rest == 0x80000000u && result & 1));
    case Rounding::up:
      return result + (rest && !negative);
    case Rounding::down:
      return result + (rest && negative);
    default:
      return result;
  }
}

/// IEEE binary16: 5 bits of exponent, 10 of fraction.
struct HalfFormat {
  template <Rounding rounding>
  GRIDMARK_INTRINSIC uint16_t narrowed(float value) {
    const uint32_t bits = bits_of_float(value), magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (rounding == Rounding::nearest) return nearest(bits, magnitude);
    return static_cast<uint16_t>(bits >> 16 & 0x8000u) |
           static_cast<uint16_t>(rounded_magnitude<5, 10, rounding>(magnitude, bits >> 31));
  }
  GRIDMARK_INTRINSIC float widened(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16, magnitude = half & 0x7fffu;
    if (magnitude > 0x7c00u) return float_of_bits(0x7fffffffu);
#ifdef __F16C__
    static_cast<void>(sign);
    return _cvtsh_ss(half);
#else
    uint32_t bits = (magnitude << 13) + (112u << 23);
    if (magnitude < 0x400u)  // subnormal: the exponent 113 stands for the lowest bit of the fraction
      bits = bits_of_float(float_of_bits(bits + (1u << 23)) - float_of_bits(113u << 23));
    else if (magnitude == 0x7c00u)
      bits = 0x7f800000u;
    return float_of_bits(sign | bits);
#endif
  }
  /// a * b, or a float from which rounding once more gives the same. Here the product is exact.
  GRIDMARK_INTRINSIC float product(float a, float b) { return a * b; }

 private:
  GRIDMARK_INTRINSIC uint16_t nearest(uint32_t bits, uint32_t magnitude) {
#ifdef __F16C__
    static_cast<void>(magnitude);
    return static_cast<uint16_t>(_cvtss_sh(float_of_bits(bits), 0));
#else
    uint32_t result;
    if (magnitude >= 143u << 23)
      result = 0x7c00u;
    else if (magnitude < 113u << 23)  // the addition shifts the fraction to its place and rounds it
      result = bits_of_float(float_of_bits(magnitude) + 0.5f) - (126u << 23);
    else
      result = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    return static_cast<uint16_t>((bits >> 16 & 0x8000u) | result);
#endif
  }
};

/// bfloat16: the upper half of a float.
struct Bfloat16Format {
  template <Rounding rounding>
  GRIDMARK_INTRINSIC uint16_t narrowed(float value) {
    const uint32_t bits = bits_of_float(value), magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (rounding == Rounding::nearest)
      return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
    return static_cast<uint16_t>(bits >> 16 & 0x8000u) |
           static_cast<uint16_t>(rounded_magnitude<8, 7, rounding>(magnitude, bits >> 31));
  }
  GRIDMARK_INTRINSIC float widened(uint16_t half) { return float_of_bits(static_cast<uint32_t>(half) << 16); }
  /// A product below the normal floats would be rounded twice.
  GRIDMARK_INTRINSIC float product(float a, float b) {
    const float simple = a * b;
    return __builtin_fabsf(simple) >= __FLT_MIN__ ? simple : odd_float(static_cast<double>(a) * b);
  }
};

}  // namespace emulation
}  // namespace gridmark

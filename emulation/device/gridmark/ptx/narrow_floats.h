#pragma once
// bfloat16, tf32 and pairs: conversions and arithmetic as the instructions round.
#include <math.h>

#include "gridmark/ptx/registers.h"
#include "gridmark/short_float.h"

namespace gridmark::ptx {

using emulation::bits_of_float;
using emulation::float_of_bits;

/// Drops the lowest `dropped` bits, to the nearest value, ties to even. NaN stays NaN.
GRIDMARK_INTRINSIC uint32_t rounded_bits(float value, int dropped) {
  const uint32_t bits = bits_of_float(value);
  if (value != value) return 0x7fffffffu;
  const uint32_t half = 1u << (dropped - 1), odd = bits >> dropped & 1;
  return (bits + half - 1 + odd) >> dropped << dropped;
}

GRIDMARK_INTRINSIC float widened(_Float16 value) { return static_cast<float>(value); }
GRIDMARK_INTRINSIC float widened(Bfloat16 value) {
  return float_of_bits(static_cast<uint32_t>(value.bits) << 16);
}
GRIDMARK_INTRINSIC float widened(TensorFloat32 value) {
  return float_of_bits(bits_of_float(value.value) & ~0x1fffu);
}
GRIDMARK_INTRINSIC float widened(float value) { return value; }
GRIDMARK_INTRINSIC double widened(double value) { return value; }

template <class T>
GRIDMARK_INTRINSIC T narrowed(float value) {
  if constexpr (std::is_same_v<T, Bfloat16>)
    return {static_cast<uint16_t>(rounded_bits(value, 16) >> 16)};
  else if constexpr (std::is_same_v<T, TensorFloat32>)
    return {float_of_bits(rounded_bits(value, 13))};
  else
    return static_cast<T>(value);
}

template <class T>
constexpr bool is_pair = std::is_same_v<T, Half2> || std::is_same_v<T, Bfloat162>;

/// One operation on scalars, for scalars and for each half of a pair.
template <class T, class Operation, class... Operands>
GRIDMARK_INTRINSIC T on_each(Operation operation, Operands... operands) {
  if constexpr (is_pair<T>) {
    using Part = std::decay_t<decltype(T().x)>;
    return {narrowed<Part>(operation(widened(operands.x)...)),
            narrowed<Part>(operation(widened(operands.y)...))};
  } else if constexpr (std::is_same_v<T, _Float16> || std::is_same_v<T, Bfloat16>) {
    return narrowed<T>(operation(widened(operands)...));
  } else {
    return static_cast<T>(operation(operands...));
  }
}

/// Types for which .ftz and .sat have a meaning.
template <class T>
constexpr bool can_be_clipped = std::is_same_v<T, float> || std::is_same_v<T, _Float16>;

/// ftz: a subnormal number becomes a zero of its sign.
template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T flushed(T value) {
  if constexpr (!has<m_ftz, Modifiers...>) {
    return value;
  } else if constexpr (is_pair<T>) {
    return {flushed<Modifiers...>(value.x), flushed<Modifiers...>(value.y)};
  } else if constexpr (can_be_clipped<T>) {
    constexpr float smallest = std::is_same_v<T, float> ? 0x1p-126f : 0x1p-14f;
    const float wide = widened(value);
    return __builtin_fabsf(wide) < smallest ? static_cast<T>(__builtin_copysignf(0.0f, wide)) : value;
  } else {
    return value;
  }
}
/// sat: clamps to 0..1. NaN gives 0.
template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T saturated(T value) {
  if constexpr (!has<m_sat, Modifiers...>)
    return value;
  else if constexpr (is_pair<T>)
    return {saturated<Modifiers...>(value.x), saturated<Modifiers...>(value.y)};
  else if constexpr (can_be_clipped<T> || std::is_same_v<T, double>)
    return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
  else
    return value;
}

}  // namespace gridmark::ptx

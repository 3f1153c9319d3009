#pragma once
// bfloat16, tf32 and pairs: conversions and arithmetic as the instructions round.
#include <math.h>

#include "gridmark/ptx/registers.h"

namespace gridmark::ptx {

GRIDMARK_INTRINSIC uint32_t float_as_bits(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, 4);
  return bits;
}
GRIDMARK_INTRINSIC float bits_as_float(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, 4);
  return value;
}

/// Drops the lowest `dropped` bits, to the nearest value, ties to even; NaN stays NaN.
GRIDMARK_INTRINSIC uint32_t rounded_bits(float value, int dropped) {
  const uint32_t bits = float_as_bits(value);
  if (value != value) return 0x7fffffffu;
  const uint32_t half = 1u << (dropped - 1), odd = bits >> dropped & 1;
  return (bits + half - 1 + odd) >> dropped << dropped;
}

GRIDMARK_INTRINSIC float widened(_Float16 value) { return static_cast<float>(value); }
GRIDMARK_INTRINSIC float widened(Bfloat16 value) {
  return bits_as_float(static_cast<uint32_t>(value.bits) << 16);
}
GRIDMARK_INTRINSIC float widened(TensorFloat32 value) {
  return bits_as_float(float_as_bits(value.value) & ~0x1fffu);
}
GRIDMARK_INTRINSIC float widened(float value) { return value; }
GRIDMARK_INTRINSIC double widened(double value) { return value; }

template <class T>
GRIDMARK_INTRINSIC T narrowed(float value) {
  if constexpr (std::is_same_v<T, Bfloat16>)
    return {static_cast<uint16_t>(rounded_bits(value, 16) >> 16)};
  else if constexpr (std::is_same_v<T, TensorFloat32>)
    return {bits_as_float(rounded_bits(value, 13))};
  else
    return static_cast<T>(value);
}

/// One operation on scalars, for scalars and for each half of a pair.
template <class T, class Operation, class... Operands>
GRIDMARK_INTRINSIC T on_each(Operation operation, Operands... operands) {
  if constexpr (std::is_same_v<T, Half2> || std::is_same_v<T, Bfloat162>) {
    using Part = std::decay_t<decltype(T().x)>;
    return {narrowed<Part>(operation(widened(operands.x)...)),
            narrowed<Part>(operation(widened(operands.y)...))};
  } else if constexpr (std::is_same_v<T, _Float16> || std::is_same_v<T, Bfloat16>) {
    return narrowed<T>(operation(widened(operands)...));
  } else {
    return static_cast<T>(operation(operands...));
  }
}

/// What ftz does to a float: a denormal number becomes a zero of its sign.
template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T flushed(T value) {
  if constexpr (has<m_ftz, Modifiers...> && std::is_same_v<T, float>)
    return __builtin_fabsf(value) < 1.17549435e-38f ? __builtin_copysignf(0.0f, value) : value;
  else
    return value;
}
template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T saturated(T value) {
  if constexpr (has<m_sat, Modifiers...> && std::is_floating_point_v<T>)
    return value > 0 ? (value < 1 ? value : T(1)) : T(0);  // NaN gives 0
  else
    return value;
}

}  // namespace gridmark::ptx

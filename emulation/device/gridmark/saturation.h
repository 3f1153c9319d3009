#pragma once
// Floating point to integers as the device converts: out of range saturates, and NaN has a special result.
#include "gridmark/qualifiers.h"

namespace gridmark {
namespace emulation {

/// `rounded` has an integral value or is not finite. NaN gives 0, but only the integer's top bit if one of
/// the two types has 64 bits.
template <class Integer, class Real>
GRIDMARK_INTRINSIC Integer saturated(Real rounded) {
  constexpr int bits = sizeof(Integer) * 8;
  constexpr bool has_sign = static_cast<Integer>(-1) < static_cast<Integer>(1);
  constexpr unsigned long long top = 1ull << (bits - 1);
  constexpr Real reach = static_cast<Real>(top);
  constexpr Real low = has_sign ? -reach : 0, high = has_sign ? reach : reach * 2;
  if (rounded != rounded) return static_cast<Integer>(bits == 64 || sizeof(Real) == 8 ? top : 0);
  if (rounded <= low) return static_cast<Integer>(has_sign ? top : 0);
  if (rounded >= high) return static_cast<Integer>(has_sign ? top - 1 : top - 1 + top);
  return static_cast<Integer>(rounded);
}
/// Rounds towards zero.
template <class Integer, class Real>
GRIDMARK_INTRINSIC Integer truncated(Real value) {
  return saturated<Integer>(value);
}

}  // namespace emulation
}  // namespace gridmark

#pragma once
// mov and cvt.
#include <limits>

#include "gridmark/ptx/narrow_floats.h"

namespace gridmark::ptx {

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_mov(const Register& to, const Register& from) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_same_v<T, bool>)
    to.bits = from.bits != 0;
  else
    to.set(from.get<T>());
}
/// mov.b64 x, {low, high}
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_mov(const Register& to, Vector<count> from) {
  constexpr int width = static_cast<int>(8 * sizeof(type_of<Modifiers...>) / count);
  uint64_t bits = 0;
  for (int i = 0; i < count; ++i) bits |= (from.parts[i]->bits & (~0ull >> (64 - width))) << width * i;
  to.bits = bits;
}
/// mov.b64 {low, high}, x
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_mov(Vector<count> to, const Register& from) {
  constexpr int width = static_cast<int>(8 * sizeof(type_of<Modifiers...>) / count);
  const uint64_t bits = from.bits;
  for (int i = 0; i < count; ++i) to.parts[i]->bits = bits >> width * i & (~0ull >> (64 - width));
}

/// To an integral value: to nearest even, to zero, down, up.
template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T to_integral(T x) {
  if constexpr (has<m_rni, Modifiers...>) return static_cast<T>(__builtin_nearbyint(x));
  if constexpr (has<m_rmi, Modifiers...>) return static_cast<T>(__builtin_floor(x));
  if constexpr (has<m_rpi, Modifiers...>) return static_cast<T>(__builtin_ceil(x));
  if constexpr (has<m_rzi, Modifiers...>) return static_cast<T>(__builtin_trunc(x));
  return x;
}

/// Values out of range give the nearest value of the range. NaN gives 0.
template <class To, class From>
GRIDMARK_INTRINSIC To clamped(From x) {
  if (x != x) return 0;
  using Limits = std::numeric_limits<To>;
  if constexpr (std::is_floating_point_v<From>) {
    if (x <= static_cast<From>(Limits::min())) return Limits::min();
    if (x >= static_cast<From>(Limits::max())) return Limits::max();
  } else {
    if (static_cast<Int128>(x) < Limits::min()) return Limits::min();
    if (static_cast<Int128>(x) > Limits::max()) return Limits::max();
  }
  return static_cast<To>(x);
}

template <class T>
constexpr bool is_narrow = std::is_same_v<T, _Float16> || std::is_same_v<T, Bfloat16>;

/// A double or an integer as float, with the requested rounding: the host rounds to nearest, and if that went
/// the wrong way, the neighbour is used. For a narrow target type, this returns a float whose second rounding
/// gives the same result as a single rounding.
template <class To, class... Modifiers, class From>
GRIDMARK_INTRINSIC float as_float(From x) {
  if constexpr (is_narrow<To> && !has<m_rz, Modifiers...>) {
    using Wide = std::conditional_t<std::is_signed_v<From>, long long, unsigned long long>;
    return emulation::odd_float(static_cast<std::conditional_t<std::is_integral_v<From>, Wide, double>>(x));
  }
  float y = static_cast<float>(x);
  using Exact = std::conditional_t<std::is_integral_v<From>, long double, double>;
  const Exact exact = static_cast<Exact>(x), got = static_cast<Exact>(y);
  const bool down = has<m_rm, Modifiers...> || (has<m_rz, Modifiers...> && exact > 0);
  const bool up = has<m_rp, Modifiers...> || (has<m_rz, Modifiers...> && exact < 0);
  if (down && got > exact) y = __builtin_nextafterf(y, -__builtin_inff());
  if (up && got < exact) y = __builtin_nextafterf(y, __builtin_inff());
  return y;
}

/// float to 16 bits with rz: the lower bits are dropped.
template <class To>
GRIDMARK_INTRINSIC To truncated(float x) {
  const To nearest = narrowed<To>(x);
  if (__builtin_fabsf(widened(nearest)) <= __builtin_fabsf(x) || x != x) return nearest;
  uint16_t bits;
  __builtin_memcpy(&bits, &nearest, 2);
  --bits;
  To result;
  __builtin_memcpy(&result, &bits, 2);
  return result;
}

template <class T>
GRIDMARK_INTRINSIC auto widened_any(T x) {
  if constexpr (std::is_integral_v<T>)
    return x;
  else
    return widened(x);
}

template <class To, class... Modifiers>
constexpr bool rounds_half_ok = !is_narrow<To> || (!has<m_rm, Modifiers...> && !has<m_rp, Modifiers...>);

template <class To, class... Modifiers>
GRIDMARK_INTRINSIC void set_float(const Register& to, float x) {
  if constexpr (has<m_relu, Modifiers...>) x = x > 0 ? x : x != x ? x : 0.0f;
  if constexpr (is_narrow<To> && has<m_rz, Modifiers...>)
    to.set(truncated<To>(x));
  else
    to.set(narrowed<To>(x));
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cvt(const Register& to, const Register& from) {
  using To = first_type_of<Modifiers...>;
  using From = type_of<Modifiers...>;
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    const From x = from.get<From>();
    to.set(has<m_sat, Modifiers...> ? clamped<To>(x) : static_cast<To>(x));
  } else if constexpr (std::is_integral_v<To>) {
    to.set(clamped<To>(to_integral<Modifiers...>(flushed<Modifiers...>(widened(from.get<From>())))));
  } else if constexpr (std::is_same_v<To, TensorFloat32>) {
    const float x = from.get<float>();  // rna: ties away from zero
    to.set(x != x                     ? 0x7fffffffu
           : has<m_rna, Modifiers...> ? (bits_of_float(x) + 0x1000u) & ~0x1fffu
                                      : rounded_bits(x, 13));
  } else if constexpr (std::is_same_v<To, double>) {
    to.set(saturated<Modifiers...>(
        to_integral<Modifiers...>(static_cast<double>(widened_any(from.get<From>())))));
  } else {
    static_assert(!std::is_same_v<To, Half2> && !std::is_same_v<To, Bfloat162>,
                  "this conversion to a pair takes two values");
    static_assert(rounds_half_ok<To, Modifiers...>,
                  "cvt to 16 bits rounds with rn or rz on the emulated device");
    float x = flushed<Modifiers...>(as_float<To, Modifiers...>(widened_any(from.get<From>())));
    x = saturated<Modifiers...>(to_integral<Modifiers...>(x));
    set_float<To, Modifiers...>(to, x);
  }
}
/// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cvt(const Register& to, const Register& upper, const Register& lower) {
  using To = first_type_of<Modifiers...>;
  using Part = std::conditional_t<std::is_same_v<To, Half2>, _Float16, Bfloat16>;
  static_assert(std::is_same_v<To, Half2> || std::is_same_v<To, Bfloat162>,
                "cvt of two values makes f16x2 or bf16x2");
  Register high, low;
  set_float<Part, Modifiers...>(high, upper.get<float>());
  set_float<Part, Modifiers...>(low, lower.get<float>());
  to.bits = (high.bits & 0xffff) << 16 | (low.bits & 0xffff);
}

}  // namespace gridmark::ptx

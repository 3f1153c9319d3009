#pragma once
// add, mul, mad, fma, min, max, rcp ... and the carry chains.
#include "gridmark/ptx/narrow_floats.h"

namespace gridmark::ptx {

/// The condition code's carry bit of the running device thread. It does not survive a barrier.
static __thread unsigned carry __attribute__((unused, tls_model("initial-exec")));

template <class... Modifiers>
constexpr bool rounds_to_nearest =
    !has<m_rz, Modifiers...> && !has<m_rm, Modifiers...> && !has<m_rp, Modifiers...>;

/// Floating-point results: operands and result flushed, result saturated.
template <class... Modifiers, class Operation, class... Operands>
GRIDMARK_INTRINSIC void float_result(const Register& to, Operation operation, const Operands&... operands) {
  using T = type_of<Modifiers...>;
  if constexpr (!rounds_to_nearest<Modifiers...>) GRIDMARK_PTX_REFUSE("arithmetic rounds to nearest");
  to.set(saturated<Modifiers...>(
      flushed<Modifiers...>(on_each<T>(operation, flushed<Modifiers...>(operands.template get<T>())...))));
}

template <class T>
using unsigned_of = std::make_unsigned_t<T>;
template <class T>
using twice_as_wide = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, Int128, Unsigned128>>>;

template <class T>
GRIDMARK_INTRINSIC T clamped_to_int(int64_t value) {
  return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : static_cast<T>(value);
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_add(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  if constexpr (!std::is_integral_v<T>) {
    float_result<Modifiers...>(
        to, [](auto x, auto y) { return x + y; }, a, b);
  } else if constexpr (has<m_sat, Modifiers...>) {
    to.set(clamped_to_int<T>(int64_t{a.get<T>()} + b.get<T>()));
  } else {
    using U = unsigned_of<T>;
    U sum;
    const bool over = __builtin_add_overflow(a.get<U>(), b.get<U>(), &sum);
    if constexpr (has<m_cc, Modifiers...>) carry = over;
    to.set(static_cast<T>(sum));
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_addc(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  using U = unsigned_of<T>;
  U sum;
  bool over = __builtin_add_overflow(a.get<U>(), b.get<U>(), &sum);
  over |= __builtin_add_overflow(sum, static_cast<U>(carry), &sum);
  if constexpr (has<m_cc, Modifiers...>) carry = over;
  to.set(static_cast<T>(sum));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_sub(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  if constexpr (!std::is_integral_v<T>) {
    float_result<Modifiers...>(
        to, [](auto x, auto y) { return x - y; }, a, b);
  } else if constexpr (has<m_sat, Modifiers...>) {
    to.set(clamped_to_int<T>(int64_t{a.get<T>()} - b.get<T>()));
  } else {
    using U = unsigned_of<T>;
    U difference;
    const bool borrow = __builtin_sub_overflow(a.get<U>(), b.get<U>(), &difference);
    if constexpr (has<m_cc, Modifiers...>) carry = borrow;
    to.set(static_cast<T>(difference));
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_subc(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  using U = unsigned_of<T>;
  U difference;
  bool borrow = __builtin_sub_overflow(a.get<U>(), b.get<U>(), &difference);
  borrow |= __builtin_sub_overflow(difference, static_cast<U>(carry), &difference);
  if constexpr (has<m_cc, Modifiers...>) carry = borrow;
  to.set(static_cast<T>(difference));
}

/// lo, hi or wide of an integer product, plus `c`, plus the carry where `carries_in`.
template <bool carries_in, class... Modifiers>
GRIDMARK_INTRINSIC void multiply_add(const Register& to, const Register& a, const Register& b,
                                     const Register& c) {
  using T = type_of<Modifiers...>;
  using Wide = twice_as_wide<T>;
  const Wide product = static_cast<Wide>(a.get<T>()) * static_cast<Wide>(b.get<T>());
  if constexpr (has<m_wide, Modifiers...>) {
    static_assert(sizeof(T) < 8, "mul.wide has no 64-bit form");
    using U = unsigned_of<Wide>;
    to.set(static_cast<Wide>(static_cast<U>(product) + c.get<U>()));
  } else {
    using U = unsigned_of<T>;
    const U part = static_cast<U>(has<m_hi, Modifiers...> ? product >> (8 * sizeof(T)) : product);
    U sum;
    bool over = __builtin_add_overflow(part, c.get<U>(), &sum);
    if constexpr (carries_in) over |= __builtin_add_overflow(sum, static_cast<U>(carry), &sum);
    if constexpr (has<m_cc, Modifiers...>) carry = over;
    to.set(static_cast<T>(sum));
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_mul(const Register& to, const Register& a, const Register& b) {
  if constexpr (std::is_integral_v<type_of<Modifiers...>>)
    multiply_add<false, Modifiers...>(to, a, b, Register());
  else
    float_result<Modifiers...>(
        to,
        [](auto x, auto y) {
          if constexpr (sizeof(x) == 8 || std::is_same_v<type_of<Modifiers...>, float>)
            return x * y;
          else  // a float below the normal ones would be rounded twice
            return emulation::odd_float(static_cast<double>(x) * y);
        },
        a, b);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_fma(const Register& to, const Register& a, const Register& b, const Register& c) {
  static_assert(!has<m_relu, Modifiers...>,
                "fma.relu does not run on the emulated device. Use fma, then max");
  float_result<Modifiers...>(
      to,
      [](auto x, auto y, auto z) {
        if constexpr (sizeof(x) == 8)
          return __builtin_fma(x, y, z);
        else if constexpr (std::is_same_v<type_of<Modifiers...>, float>)
          return __builtin_fmaf(x, y, z);
        else  // a float that rounds to 16 bits like the exact result
          return emulation::odd_fma(x, y, z);
      },
      a, b, c);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_mad(const Register& to, const Register& a, const Register& b, const Register& c) {
  if constexpr (std::is_integral_v<type_of<Modifiers...>>)
    multiply_add<false, Modifiers...>(to, a, b, c);
  else
    i_fma<Modifiers...>(to, a, b, c);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_madc(const Register& to, const Register& a, const Register& b, const Register& c) {
  multiply_add<true, Modifiers...>(to, a, b, c);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_mad24(const Register& to, const Register& a, const Register& b, const Register& c) {
  using T = type_of<Modifiers...>;
  const auto low24 = [](T x) {
    return static_cast<int64_t>(static_cast<T>(static_cast<uint32_t>(x) << 8) >> 8);
  };
  const int64_t product = low24(a.get<T>()) * low24(b.get<T>());
  to.set(static_cast<T>(static_cast<uint32_t>(has<m_hi, Modifiers...> ? product >> 16 : product) +
                        c.get<uint32_t>()));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_mul24(const Register& to, const Register& a, const Register& b) {
  i_mad24<Modifiers...>(to, a, b, Register());
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_div(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_integral_v<T>)
    to.set(b.get<T>() == 0 ? static_cast<T>(-1) : static_cast<T>(a.get<T>() / b.get<T>()));
  else
    float_result<Modifiers...>(
        to, [](auto x, auto y) { return x / y; }, a, b);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_rem(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  to.set(b.get<T>() == 0 ? a.get<T>() : static_cast<T>(a.get<T>() % b.get<T>()));
}

/// NaN loses against a number, unless the instruction has .NaN.
template <class... Modifiers, class Less>
GRIDMARK_INTRINSIC void lesser(const Register& to, const Register& a, const Register& b, Less less) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_integral_v<T>)
    to.set(less(a.get<T>(), b.get<T>()) ? a.get<T>() : b.get<T>());
  else
    float_result<Modifiers...>(
        to,
        [less](auto x, auto y) {
          if (x != x) return has<m_NaN, Modifiers...> ? x : y;
          if (y != y) return has<m_NaN, Modifiers...> ? y : x;
          if (x == y)  // -0 is below +0
            return less(__builtin_signbit(y) != 0, __builtin_signbit(x) != 0) ? x : y;
          return less(x, y) ? x : y;
        },
        a, b);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_min(const Register& to, const Register& a, const Register& b) {
  lesser<Modifiers...>(to, a, b, [](auto x, auto y) { return x < y; });
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_max(const Register& to, const Register& a, const Register& b) {
  lesser<Modifiers...>(to, a, b, [](auto x, auto y) { return x > y; });
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_abs(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_integral_v<T>)
    to.set(static_cast<T>(a.get<T>() < 0 ? 0 - a.get<unsigned_of<T>>() : a.get<unsigned_of<T>>()));
  else
    float_result<Modifiers...>(
        to, [](auto x) { return x < 0 || __builtin_signbit(x) ? -x : x; }, a);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_neg(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_integral_v<T>)
    to.set(static_cast<T>(0 - a.get<unsigned_of<T>>()));
  else
    float_result<Modifiers...>(
        to, [](auto x) { return -x; }, a);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_sad(const Register& to, const Register& a, const Register& b, const Register& c) {
  using T = type_of<Modifiers...>;
  using U = unsigned_of<T>;
  const U distance = a.get<T>() < b.get<T>() ? static_cast<U>(b.get<U>() - a.get<U>())
                                             : static_cast<U>(a.get<U>() - b.get<U>());
  to.set(static_cast<T>(static_cast<U>(c.get<U>() + distance)));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_copysign(const Register& to, const Register& a, const Register& b) {
  float_result<Modifiers...>(
      to, [](auto x, auto y) { return static_cast<decltype(x)>(__builtin_copysign(y, x)); }, a, b);
}

// The approximations use the host's exact functions, which are closer to the true value than hardware.

#define GRIDMARK_PTX_FUNCTION(name, expression)                              \
  template <class... Modifiers>                                              \
  GRIDMARK_INTRINSIC void i_##name(const Register& to, const Register& a) {  \
    float_result<Modifiers...>(                                              \
        to, [](auto x) { return static_cast<decltype(x)>(expression); }, a); \
  }
GRIDMARK_PTX_FUNCTION(rcp, 1 / x)
GRIDMARK_PTX_FUNCTION(sqrt, sizeof(x) == 4 ? __builtin_sqrtf(x) : __builtin_sqrt(x))
GRIDMARK_PTX_FUNCTION(rsqrt, 1 / __builtin_sqrt(x))
GRIDMARK_PTX_FUNCTION(ex2, __builtin_exp2(static_cast<double>(x)))
GRIDMARK_PTX_FUNCTION(lg2, __builtin_log2(static_cast<double>(x)))
GRIDMARK_PTX_FUNCTION(sin, __builtin_sin(static_cast<double>(x)))
GRIDMARK_PTX_FUNCTION(cos, __builtin_cos(static_cast<double>(x)))
GRIDMARK_PTX_FUNCTION(tanh, __builtin_tanh(static_cast<double>(x)))
#undef GRIDMARK_PTX_FUNCTION

}  // namespace gridmark::ptx

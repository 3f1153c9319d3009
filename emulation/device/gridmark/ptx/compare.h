#pragma once
// setp, set, selp, slct.
#include "gridmark/ptx/narrow_floats.h"

namespace gridmark::ptx {

template <class... Modifiers>
struct Comparison;
template <class First, class... Rest>
struct Comparison<First, Rest...> : Comparison<Rest...> {};

#define GRIDMARK_PTX_COMPARISON(name, expression)             \
  template <class... Rest>                                    \
  struct Comparison<m_##name, Rest...> {                      \
    template <class T>                                        \
    static bool holds(T x, T y) {                             \
      [[maybe_unused]] const bool nan = (x != x) || (y != y); \
      return expression;                                      \
    }                                                         \
  };
GRIDMARK_PTX_COMPARISON(eq, x == y)
GRIDMARK_PTX_COMPARISON(ne, !nan && x != y)
GRIDMARK_PTX_COMPARISON(lt, x < y)
GRIDMARK_PTX_COMPARISON(le, x <= y)
GRIDMARK_PTX_COMPARISON(gt, x > y)
GRIDMARK_PTX_COMPARISON(ge, x >= y)
GRIDMARK_PTX_COMPARISON(lo, x < y)
GRIDMARK_PTX_COMPARISON(ls, x <= y)
GRIDMARK_PTX_COMPARISON(hi, x > y)
GRIDMARK_PTX_COMPARISON(hs, x >= y)
GRIDMARK_PTX_COMPARISON(equ, nan || x == y)
GRIDMARK_PTX_COMPARISON(neu, nan || x != y)
GRIDMARK_PTX_COMPARISON(ltu, nan || x < y)
GRIDMARK_PTX_COMPARISON(leu, nan || x <= y)
GRIDMARK_PTX_COMPARISON(gtu, nan || x > y)
GRIDMARK_PTX_COMPARISON(geu, nan || x >= y)
GRIDMARK_PTX_COMPARISON(num, !nan)
GRIDMARK_PTX_COMPARISON(nan, nan)
#undef GRIDMARK_PTX_COMPARISON

/// The comparison is the first modifier. and, or, xor with a predicate follow it.
template <class... Modifiers>
GRIDMARK_INTRINSIC bool compared(const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  static_assert(!is_pair<T>, "setp of pairs does not run on the emulated device. Compare each half");
  if constexpr (std::is_integral_v<T>)
    return Comparison<Modifiers...>::holds(a.get<T>(), b.get<T>());
  else
    return Comparison<Modifiers...>::holds(widened(flushed<Modifiers...>(a.get<T>())),
                                           widened(flushed<Modifiers...>(b.get<T>())));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC bool joined(bool holds, const Register& predicate) {
  const bool other = truth(predicate);
  return has<m_and, Modifiers...>  ? holds && other
         : has<m_or, Modifiers...> ? holds || other
                                   : holds != other;
}
template <class... Modifiers>
constexpr bool joins = has<m_and, Modifiers...> || has<m_or, Modifiers...> || has<m_xor, Modifiers...>;

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_setp(const Register& to, const Register& a, const Register& b) {
  to.set(compared<Modifiers...>(a, b));
}
/// setp.lt.and.s32 p, a, b, c   or   setp.lt.s32 p|q, a, b
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_setp(const Register& to, const Register& second, const Register& third,
                               const Register& fourth) {
  if constexpr (joins<Modifiers...>) {
    to.set(joined<Modifiers...>(compared<Modifiers...>(second, third), fourth));
  } else {
    const bool holds = compared<Modifiers...>(third, fourth);
    to.set(holds);
    second.set(!holds);
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_setp(const Register& to, const Register& other, const Register& a,
                               const Register& b, const Register& predicate) {
  const bool holds = compared<Modifiers...>(a, b);
  to.set(joined<Modifiers...>(holds, predicate));
  other.set(joined<Modifiers...>(!holds, predicate));
}

/// All bits set, or 1.0, if the comparison holds.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_set(const Register& to, const Register& a, const Register& b) {
  using To = first_type_of<Modifiers...>;
  const bool holds = compared<Modifiers...>(a, b);
  if constexpr (std::is_floating_point_v<To>)
    to.set(holds ? To(1) : To(0));
  else
    to.set(static_cast<To>(holds ? -1 : 0));
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_selp(const Register& to, const Register& a, const Register& b,
                               const Register& predicate) {
  to.bits = truth(predicate) ? a.bits : b.bits;
}
template <class Type, class... Rest>
GRIDMARK_INTRINSIC void i_slct(const Register& to, const Register& a, const Register& b, const Register& c) {
  to.bits = c.get<type_of<Rest...>>() >= 0 ? a.bits : b.bits;
}

}  // namespace gridmark::ptx

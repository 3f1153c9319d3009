#pragma once
// Four bytes or two halves of a word at a time: vadd4, vsub4, vabsdiff4, vmin4, vmax4, and the same with 2.
#include "gridmark/ptx/registers.h"

namespace gridmark::ptx {

template <class Element>
constexpr int64_t held_within(int64_t value) {
  constexpr int64_t lowest = std::numeric_limits<Element>::min(),
                    highest = std::numeric_limits<Element>::max();
  return value < lowest ? lowest : value > highest ? highest : value;
}

/// Combines the elements. With .add their sum is added to `c`. Otherwise each has its place in the result.
template <class Signed, class Plain, class D, class A, class B, class... Rest, class Combine>
GRIDMARK_INTRINSIC uint32_t each_part(const Register& a, const Register& b, const Register& c,
                                      Combine combine) {
  constexpr auto element = [](auto type, uint32_t word, int at) -> int64_t {
    return std::is_signed_v<decltype(type)> ? int64_t(static_cast<Signed>(word >> at))
                                            : int64_t(static_cast<Plain>(word >> at));
  };
  using Out = std::conditional_t<std::is_signed_v<typename D::type>, Signed, Plain>;
  constexpr int width = 8 * sizeof(Signed);
  uint32_t packed = 0, sum = c.get<uint32_t>();
  for (int at = 0; at < 32; at += width) {
    int64_t value = combine(element(typename A::type(), a.get<uint32_t>(), at),
                            element(typename B::type(), b.get<uint32_t>(), at));
    if (has<m_sat, Rest...>) value = held_within<Out>(value);
    packed |= uint32_t(static_cast<Plain>(value)) << at;
    sum += static_cast<uint32_t>(value);
  }
  return has<m_add, Rest...> ? sum : packed;
}

#define GRIDMARK_PTX_VIDEO(name, expression)                                                                 \
  template <class... Modifiers>                                                                              \
  GRIDMARK_INTRINSIC void i_##name##4(const Register& to, const Register& a, const Register& b,              \
                                      const Register& c) {                                                   \
    to.set(                                                                                                  \
        each_part<int8_t, uint8_t, Modifiers...>(a, b, c, [](int64_t x, int64_t y) { return expression; })); \
  }                                                                                                          \
  template <class... Modifiers>                                                                              \
  GRIDMARK_INTRINSIC void i_##name##2(const Register& to, const Register& a, const Register& b,              \
                                      const Register& c) {                                                   \
    to.set(each_part<int16_t, uint16_t, Modifiers...>(a, b, c,                                               \
                                                      [](int64_t x, int64_t y) { return expression; }));     \
  }
GRIDMARK_PTX_VIDEO(vadd, x + y)
GRIDMARK_PTX_VIDEO(vsub, x - y)
GRIDMARK_PTX_VIDEO(vabsdiff, x < y ? y - x : x - y)
GRIDMARK_PTX_VIDEO(vmin, x < y ? x : y)
GRIDMARK_PTX_VIDEO(vmax, x < y ? y : x)
#undef GRIDMARK_PTX_VIDEO

}  // namespace gridmark::ptx

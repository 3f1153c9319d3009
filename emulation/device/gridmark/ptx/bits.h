#pragma once
// Logic, shifts, bit fields, permutations and dot products of bytes.
#include "gridmark/ptx/registers.h"

namespace gridmark::ptx {

#define GRIDMARK_PTX_LOGIC(name, expression)                                                   \
  template <class... Modifiers>                                                                \
  GRIDMARK_INTRINSIC void i_##name(const Register& to, const Register& a, const Register& b) { \
    using T = type_of<Modifiers...>;                                                           \
    const T x = a.get<T>(), y = b.get<T>();                                                    \
    to.set(static_cast<T>(expression));                                                        \
  }
GRIDMARK_PTX_LOGIC(and, x& y)
GRIDMARK_PTX_LOGIC(or, x | y)
GRIDMARK_PTX_LOGIC(xor, x ^ y)
#undef GRIDMARK_PTX_LOGIC

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_not(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  if constexpr (std::is_same_v<T, bool>)
    to.set(a.bits == 0);
  else
    to.set(static_cast<T>(~a.get<T>()));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cnot(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  to.set(static_cast<T>(a.get<T>() == 0));
}

/// Shifts by the width or more give 0, or the sign.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_shl(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  const uint32_t amount = b.get<uint32_t>();
  to.set(static_cast<T>(amount >= 8 * sizeof(T) ? 0 : static_cast<uint64_t>(a.get<T>()) << amount));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_shr(const Register& to, const Register& a, const Register& b) {
  using T = type_of<Modifiers...>;
  const uint32_t amount = b.get<uint32_t>(), width = 8 * sizeof(T);
  const T x = a.get<T>();
  to.set(static_cast<T>(amount < width ? x >> amount : std::is_signed_v<T> ? x >> (width - 1) : 0));
}
/// The upper or lower half of {b:a} shifted.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_shf(const Register& to, const Register& a, const Register& b, const Register& c) {
  const uint32_t given = c.get<uint32_t>();
  const uint32_t amount = has<m_wrap, Modifiers...> ? given & 31 : given > 32 ? 32 : given;
  const uint64_t both = static_cast<uint64_t>(b.get<uint32_t>()) << 32 | a.get<uint32_t>();
  to.set(static_cast<uint32_t>(has<m_l, Modifiers...> ? (both << amount) >> 32 : both >> amount));
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bfe(const Register& to, const Register& a, const Register& b, const Register& c) {
  using T = type_of<Modifiers...>;
  const uint32_t position = b.get<uint32_t>() & 255, length = c.get<uint32_t>() & 255, width = 8 * sizeof(T);
  using U = std::make_unsigned_t<T>;
  if (length == 0) return to.set(T(0));
  const uint32_t end = position + length < width ? position + length : width;
  const bool fills = std::is_signed_v<T> && (a.get<U>() >> (end - 1) & 1);
  const U shifted = position < width ? a.get<U>() >> position : 0;
  const U mask = length >= width ? ~U(0) : (U(1) << length) - 1;
  const uint32_t taken = position < width ? end - position : 0;
  const U sign = fills ? (taken >= width ? U(0) : ~U(0) << taken) : 0;
  to.set(static_cast<T>((shifted & mask) | sign));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bfi(const Register& to, const Register& a, const Register& b, const Register& c,
                              const Register& d) {
  using T = type_of<Modifiers...>;
  const uint32_t position = c.get<uint32_t>() & 255, length = d.get<uint32_t>() & 255, width = 8 * sizeof(T);
  if (position >= width || length == 0) return to.set(b.get<T>());
  const T mask = static_cast<T>((length >= width ? ~T(0) : (T(1) << length) - 1) << position);
  to.set(static_cast<T>((b.get<T>() & ~mask) | (a.get<T>() << position & mask)));
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_popc(const Register& to, const Register& a) {
  to.set(static_cast<uint32_t>(__builtin_popcountll(a.get<type_of<Modifiers...>>())));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_clz(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  const uint64_t x = a.get<T>();
  const uint32_t width = 8 * sizeof(T);
  to.set(x == 0 ? width : static_cast<uint32_t>(__builtin_clzll(x)) - (64 - width));
}
/// The place of the highest bit that differs from the sign, or all ones if there is none.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bfind(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  using U = std::make_unsigned_t<T>;
  const U x = a.get<T>() < 0 ? static_cast<U>(~a.get<U>()) : a.get<U>();
  if (x == 0) return to.set(0xffffffffu);
  const uint32_t place = 63u - static_cast<uint32_t>(__builtin_clzll(x));
  to.set(has<m_shiftamt, Modifiers...> ? static_cast<uint32_t>(8 * sizeof(T)) - 1 - place : place);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_brev(const Register& to, const Register& a) {
  using T = type_of<Modifiers...>;
  T from = a.get<T>(), result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i, from = static_cast<T>(from >> 1))
    result = static_cast<T>(result << 1 | (from & 1));
  to.set(result);
}

/// Applies a truth table of three inputs to each bit.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_lop3(const Register& to, const Register& a, const Register& b, const Register& c,
                               const Register& table) {
  const uint32_t x = a.get<uint32_t>(), y = b.get<uint32_t>(), z = c.get<uint32_t>();
  uint32_t result = 0;
  for (int i = 0; i < 8; ++i) {
    if (table.bits >> i & 1) result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
  }
  to.set(result);
}

/// Bytes of {b:a} by the nibbles of `c`. A nibble's top bit repeats the byte's sign.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_prmt(const Register& to, const Register& a, const Register& b, const Register& c) {
  if constexpr (sizeof...(Modifiers) > 1) GRIDMARK_PTX_REFUSE("prmt without a mode only");
  const uint64_t both = static_cast<uint64_t>(b.get<uint32_t>()) << 32 | a.get<uint32_t>();
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t nibble = c.get<uint32_t>() >> 4 * i & 15;
    uint32_t byte = both >> 8 * (nibble & 7) & 255;
    if (nibble & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * i;
  }
  to.set(result);
}

template <class First, class Second, int parts, int second_at, int first_step>
GRIDMARK_INTRINSIC uint32_t dot(uint32_t a, uint32_t b, uint32_t sum) {
  for (int i = 0; i < parts; ++i)
    sum += static_cast<uint32_t>(static_cast<int32_t>(static_cast<First>(a >> first_step * i)) *
                                 static_cast<int32_t>(static_cast<Second>(b >> (8 * (i + second_at)))));
  return sum;
}
/// i_dp4a<the first operand's type, the second's>
template <class A, class B>
GRIDMARK_INTRINSIC void i_dp4a(const Register& to, const Register& a, const Register& b, const Register& c) {
  using First = std::conditional_t<std::is_signed_v<typename A::type>, int8_t, uint8_t>;
  using Second = std::conditional_t<std::is_signed_v<typename B::type>, int8_t, uint8_t>;
  to.set(dot<First, Second, 4, 0, 8>(a.get<uint32_t>(), b.get<uint32_t>(), c.get<uint32_t>()));
}
template <class Half, class A, class B>
GRIDMARK_INTRINSIC void i_dp2a(const Register& to, const Register& a, const Register& b, const Register& c) {
  using First = std::conditional_t<std::is_signed_v<typename A::type>, int16_t, uint16_t>;
  using Second = std::conditional_t<std::is_signed_v<typename B::type>, int8_t, uint8_t>;
  to.set(dot < First, Second, 2, std::is_same_v<Half, m_hi> ? 2 : 0,
         16 > (a.get<uint32_t>(), b.get<uint32_t>(), c.get<uint32_t>()));
}

}  // namespace gridmark::ptx

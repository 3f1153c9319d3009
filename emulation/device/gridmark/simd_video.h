#pragma once
// Two 16-bit or four 8-bit numbers in an unsigned: CUDA's SIMD-in-a-word functions, and the newer min/max
// functions of three operands.
#include <stdint.h>

#include "gridmark/qualifiers.h"

namespace gridmark {
namespace emulation {

/// Puts combine(x, y) of each pair of elements, as ints, into an element of the result, cut to its width.
template <class Element, class Combine>
GRIDMARK_INTRINSIC unsigned each_element(unsigned a, unsigned b, Combine combine) {
  constexpr int bits = sizeof(Element) * 8;
  unsigned result = 0;
  for (int at = 0; at < 32; at += bits) {
    const int x = static_cast<Element>(a >> at), y = static_cast<Element>(b >> at);
    result |= (static_cast<unsigned>(combine(x, y)) & ((1u << bits) - 1)) << at;
  }
  return result;
}
template <class Element, class Combine>
GRIDMARK_INTRINSIC unsigned sum_of_elements(unsigned a, unsigned b, Combine combine) {
  constexpr int bits = sizeof(Element) * 8;
  unsigned result = 0;
  for (int at = 0; at < 32; at += bits) {
    const int x = static_cast<Element>(a >> at), y = static_cast<Element>(b >> at);
    result += static_cast<unsigned>(combine(x, y));
  }
  return result;
}
/// `value` clamped to the range of Element.
template <class Element>
GRIDMARK_INTRINSIC int clamped(int value) {
  constexpr bool has_sign = static_cast<Element>(-1) < 0;
  constexpr int top = (1 << (sizeof(Element) * 8 - (has_sign ? 1 : 0))) - 1, bottom = has_sign ? -top - 1 : 0;
  return value < bottom ? bottom : value > top ? top : value;
}
GRIDMARK_INTRINSIC int distance(int x, int y) { return x < y ? y - x : x - y; }

}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_SIMD(name, Element, how, expression)                   \
  GRIDMARK_INTRINSIC unsigned name(unsigned a, unsigned b) {            \
    return ::gridmark::emulation::how<Element>(a, b, [](int x, int y) { \
      static_cast<void>(y);                                             \
      return expression;                                                \
    });                                                                 \
  }
#define GRIDMARK_SIMD_UNARY(name, Element, expression)                                                 \
  GRIDMARK_INTRINSIC unsigned name(unsigned a) {                                                       \
    return ::gridmark::emulation::each_element<Element>(a, 0u, [](int x, int) { return expression; }); \
  }
#define GRIDMARK_SIMD_COMPARISON(name, width, Element, expression)                 \
  GRIDMARK_SIMD(__vcmp##name##width, Element, each_element, (expression) ? ~0 : 0) \
  GRIDMARK_SIMD(__vset##name##width, Element, each_element, (expression) ? 1 : 0)
#define GRIDMARK_SIMD_COMPARISONS(width, Signed, Unsigned) \
  GRIDMARK_SIMD_COMPARISON(eq, width, Unsigned, x == y)    \
  GRIDMARK_SIMD_COMPARISON(ne, width, Unsigned, x != y)    \
  GRIDMARK_SIMD_COMPARISON(lts, width, Signed, x < y)      \
  GRIDMARK_SIMD_COMPARISON(les, width, Signed, x <= y)     \
  GRIDMARK_SIMD_COMPARISON(gts, width, Signed, x > y)      \
  GRIDMARK_SIMD_COMPARISON(ges, width, Signed, x >= y)     \
  GRIDMARK_SIMD_COMPARISON(ltu, width, Unsigned, x < y)    \
  GRIDMARK_SIMD_COMPARISON(leu, width, Unsigned, x <= y)   \
  GRIDMARK_SIMD_COMPARISON(gtu, width, Unsigned, x > y)    \
  GRIDMARK_SIMD_COMPARISON(geu, width, Unsigned, x >= y)
#define GRIDMARK_SIMD_WIDTH(width, Signed, Unsigned)                                                      \
  GRIDMARK_SIMD(__vadd##width, Unsigned, each_element, x + y)                                             \
  GRIDMARK_SIMD(__vaddss##width, Signed, each_element, ::gridmark::emulation::clamped<Signed>(x + y))     \
  GRIDMARK_SIMD(__vaddus##width, Unsigned, each_element, ::gridmark::emulation::clamped<Unsigned>(x + y)) \
  GRIDMARK_SIMD(__vsub##width, Unsigned, each_element, x - y)                                             \
  GRIDMARK_SIMD(__vsubss##width, Signed, each_element, ::gridmark::emulation::clamped<Signed>(x - y))     \
  GRIDMARK_SIMD(__vsubus##width, Unsigned, each_element, ::gridmark::emulation::clamped<Unsigned>(x - y)) \
  GRIDMARK_SIMD(__vavgs##width, Signed, each_element, (x + y + (x + y >= 0)) >> 1)                        \
  GRIDMARK_SIMD(__vavgu##width, Unsigned, each_element, (x + y + 1) >> 1)                                 \
  GRIDMARK_SIMD(__vhaddu##width, Unsigned, each_element, (x + y) >> 1)                                    \
  GRIDMARK_SIMD(__vmaxs##width, Signed, each_element, x > y ? x : y)                                      \
  GRIDMARK_SIMD(__vmaxu##width, Unsigned, each_element, x > y ? x : y)                                    \
  GRIDMARK_SIMD(__vmins##width, Signed, each_element, x < y ? x : y)                                      \
  GRIDMARK_SIMD(__vminu##width, Unsigned, each_element, x < y ? x : y)                                    \
  GRIDMARK_SIMD(__vabsdiffs##width, Signed, each_element, ::gridmark::emulation::distance(x, y))          \
  GRIDMARK_SIMD(__vabsdiffu##width, Unsigned, each_element, ::gridmark::emulation::distance(x, y))        \
  GRIDMARK_SIMD(__vsads##width, Signed, sum_of_elements, ::gridmark::emulation::distance(x, y))           \
  GRIDMARK_SIMD(__vsadu##width, Unsigned, sum_of_elements, ::gridmark::emulation::distance(x, y))         \
  GRIDMARK_SIMD_UNARY(__vabs##width, Signed, x < 0 ? -x : x)                                              \
  GRIDMARK_SIMD_UNARY(__vabsss##width, Signed, ::gridmark::emulation::clamped<Signed>(x < 0 ? -x : x))    \
  GRIDMARK_SIMD_UNARY(__vneg##width, Signed, -x)                                                          \
  GRIDMARK_SIMD_UNARY(__vnegss##width, Signed, ::gridmark::emulation::clamped<Signed>(-x))                \
  GRIDMARK_SIMD_COMPARISONS(width, Signed, Unsigned)
GRIDMARK_SIMD_WIDTH(2, int16_t, uint16_t)
GRIDMARK_SIMD_WIDTH(4, int8_t, uint8_t)
#undef GRIDMARK_SIMD_WIDTH
#undef GRIDMARK_SIMD_COMPARISONS
#undef GRIDMARK_SIMD_COMPARISON
#undef GRIDMARK_SIMD_UNARY

// max3, max(a + b, c) and, where the type has a sign, the same and at least 0 ("relu").
#define GRIDMARK_OF_THREE(T, suffix, maximum, minimum, add)                                   \
  GRIDMARK_INTRINSIC T __vimax3_##suffix(T a, T b, T c) { return maximum(maximum(a, b), c); } \
  GRIDMARK_INTRINSIC T __vimin3_##suffix(T a, T b, T c) { return minimum(minimum(a, b), c); } \
  GRIDMARK_INTRINSIC T __viaddmax_##suffix(T a, T b, T c) { return maximum(add(a, b), c); }   \
  GRIDMARK_INTRINSIC T __viaddmin_##suffix(T a, T b, T c) { return minimum(add(a, b), c); }
#define GRIDMARK_OF_THREE_RELU(T, suffix, maximum, minimum)                                       \
  GRIDMARK_INTRINSIC T __vimax_##suffix##_relu(T a, T b) { return maximum(maximum(a, b), T{0}); } \
  GRIDMARK_INTRINSIC T __vimin_##suffix##_relu(T a, T b) { return maximum(minimum(a, b), T{0}); } \
  GRIDMARK_INTRINSIC T __vimax3_##suffix##_relu(T a, T b, T c) {                                  \
    return maximum(__vimax3_##suffix(a, b, c), T{0});                                             \
  }                                                                                               \
  GRIDMARK_INTRINSIC T __vimin3_##suffix##_relu(T a, T b, T c) {                                  \
    return maximum(__vimin3_##suffix(a, b, c), T{0});                                             \
  }                                                                                               \
  GRIDMARK_INTRINSIC T __viaddmax_##suffix##_relu(T a, T b, T c) {                                \
    return maximum(__viaddmax_##suffix(a, b, c), T{0});                                           \
  }                                                                                               \
  GRIDMARK_INTRINSIC T __viaddmin_##suffix##_relu(T a, T b, T c) {                                \
    return maximum(__viaddmin_##suffix(a, b, c), T{0});                                           \
  }
namespace gridmark {
namespace emulation {
template <class T>
GRIDMARK_INTRINSIC T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
GRIDMARK_INTRINSIC T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
GRIDMARK_INTRINSIC T wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
}  // namespace emulation
}  // namespace gridmark
GRIDMARK_OF_THREE(int, s32, gridmark::emulation::larger, gridmark::emulation::smaller,
                  gridmark::emulation::wrapping_sum)
GRIDMARK_OF_THREE(unsigned, u32, gridmark::emulation::larger, gridmark::emulation::smaller,
                  gridmark::emulation::wrapping_sum)
GRIDMARK_OF_THREE(unsigned, s16x2, __vmaxs2, __vmins2, __vadd2)
GRIDMARK_OF_THREE(unsigned, u16x2, __vmaxu2, __vminu2, __vadd2)
GRIDMARK_OF_THREE_RELU(int, s32, gridmark::emulation::larger, gridmark::emulation::smaller)
GRIDMARK_OF_THREE_RELU(unsigned, s16x2, __vmaxs2, __vmins2)
#undef GRIDMARK_OF_THREE
#undef GRIDMARK_OF_THREE_RELU
#undef GRIDMARK_SIMD

// The extreme, and whether it is the first operand (also if both are equal).
#define GRIDMARK_WITH_CHOICE(T, suffix)                           \
  GRIDMARK_INTRINSIC T __vibmax_##suffix(T a, T b, bool* first) { \
    *first = a >= b;                                              \
    return *first ? a : b;                                        \
  }                                                               \
  GRIDMARK_INTRINSIC T __vibmin_##suffix(T a, T b, bool* first) { \
    *first = a <= b;                                              \
    return *first ? a : b;                                        \
  }
GRIDMARK_WITH_CHOICE(int, s32)
GRIDMARK_WITH_CHOICE(unsigned, u32)
#undef GRIDMARK_WITH_CHOICE
#define GRIDMARK_PAIR_WITH_CHOICE(name, suffix, Element, wins)                                          \
  GRIDMARK_INTRINSIC unsigned name##suffix(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    *first_high = static_cast<Element>(a >> 16) wins static_cast<Element>(b >> 16);                     \
    *first_low = static_cast<Element>(a) wins static_cast<Element>(b);                                  \
    return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);                    \
  }
GRIDMARK_PAIR_WITH_CHOICE(__vibmax_, s16x2, int16_t, >=)
GRIDMARK_PAIR_WITH_CHOICE(__vibmax_, u16x2, uint16_t, >=)
GRIDMARK_PAIR_WITH_CHOICE(__vibmin_, s16x2, int16_t, <=)
GRIDMARK_PAIR_WITH_CHOICE(__vibmin_, u16x2, uint16_t, <=)
#undef GRIDMARK_PAIR_WITH_CHOICE

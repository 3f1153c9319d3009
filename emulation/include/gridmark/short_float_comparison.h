// Included once for each of the two sixteen-bit types: comparisons, and the operators of both classes.
// "u" in a name stands for unordered: true when an operand is NaN.

#define GRIDMARK_COMPARISON(name, expression)                                               \
  GRIDMARK_INTRINSIC bool __h##name(GRIDMARK_REAL a, GRIDMARK_REAL b) {                     \
    const float x = GRIDMARK_WIDE(a), y = GRIDMARK_WIDE(b);                                 \
    return expression;                                                                      \
  }                                                                                         \
  GRIDMARK_INTRINSIC bool __hb##name##2(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {                 \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
  }                                                                                         \
  GRIDMARK_INTRINSIC GRIDMARK_PAIR __h##name##2(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {         \
    return {GRIDMARK_NARROW(__h##name(a.x, b.x)), GRIDMARK_NARROW(__h##name(a.y, b.y))};    \
  }                                                                                         \
  GRIDMARK_INTRINSIC unsigned __h##name##2_mask(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {         \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
  }
GRIDMARK_COMPARISON(eq, x == y)
GRIDMARK_COMPARISON(ne, x<y || x> y)
GRIDMARK_COMPARISON(lt, x < y)
GRIDMARK_COMPARISON(le, x <= y)
GRIDMARK_COMPARISON(gt, x > y)
GRIDMARK_COMPARISON(ge, x >= y)
GRIDMARK_COMPARISON(equ, !(x < y || x > y))
GRIDMARK_COMPARISON(neu, x != y)
GRIDMARK_COMPARISON(ltu, !(x >= y))
GRIDMARK_COMPARISON(leu, !(x > y))
GRIDMARK_COMPARISON(gtu, !(x <= y))
GRIDMARK_COMPARISON(geu, !(x < y))
#undef GRIDMARK_COMPARISON

GRIDMARK_INTRINSIC bool __hisnan(GRIDMARK_REAL a) { return GRIDMARK_WIDE(a) != GRIDMARK_WIDE(a); }
GRIDMARK_INTRINSIC GRIDMARK_PAIR __hisnan2(GRIDMARK_PAIR a) {
  return {GRIDMARK_NARROW(__hisnan(a.x)), GRIDMARK_NARROW(__hisnan(a.y))};
}
/// -1 for minus infinity, 1 for plus infinity, else 0.
GRIDMARK_INTRINSIC int __hisinf(GRIDMARK_REAL a) {
  const float wide = GRIDMARK_WIDE(a);
  return wide == __builtin_inff() ? 1 : wide == -__builtin_inff() ? -1 : 0;
}

#define GRIDMARK_OPERATORS(T, one, add, subtract, multiply, divide, negate, equal, unequal, less, \
                           less_equal)                                                            \
  GRIDMARK_MEMBER T operator+(const T& a, const T& b) { return add(a, b); }                       \
  GRIDMARK_MEMBER T operator-(const T& a, const T& b) { return subtract(a, b); }                  \
  GRIDMARK_MEMBER T operator*(const T& a, const T& b) { return multiply(a, b); }                  \
  GRIDMARK_MEMBER T operator/(const T& a, const T& b) { return divide(a, b); }                    \
  GRIDMARK_MEMBER T& operator+=(T& a, const T& b) { return a = add(a, b); }                       \
  GRIDMARK_MEMBER T& operator-=(T& a, const T& b) { return a = subtract(a, b); }                  \
  GRIDMARK_MEMBER T& operator*=(T& a, const T& b) { return a = multiply(a, b); }                  \
  GRIDMARK_MEMBER T& operator/=(T& a, const T& b) { return a = divide(a, b); }                    \
  GRIDMARK_MEMBER T& operator++(T& a) { return a = add(a, one); }                                 \
  GRIDMARK_MEMBER T& operator--(T& a) { return a = subtract(a, one); }                            \
  GRIDMARK_MEMBER T operator++(T& a, int) {                                                       \
    const T before = a;                                                                           \
    a = add(a, one);                                                                              \
    return before;                                                                                \
  }                                                                                               \
  GRIDMARK_MEMBER T operator--(T& a, int) {                                                       \
    const T before = a;                                                                           \
    a = subtract(a, one);                                                                         \
    return before;                                                                                \
  }                                                                                               \
  GRIDMARK_MEMBER T operator+(const T& a) { return a; }                                           \
  GRIDMARK_MEMBER T operator-(const T& a) { return negate(a); }                                   \
  GRIDMARK_MEMBER bool operator==(const T& a, const T& b) { return equal(a, b); }                 \
  GRIDMARK_MEMBER bool operator!=(const T& a, const T& b) { return unequal(a, b); }               \
  GRIDMARK_MEMBER bool operator<(const T& a, const T& b) { return less(a, b); }                   \
  GRIDMARK_MEMBER bool operator>(const T& a, const T& b) { return less(b, a); }                   \
  GRIDMARK_MEMBER bool operator<=(const T& a, const T& b) { return less_equal(a, b); }            \
  GRIDMARK_MEMBER bool operator>=(const T& a, const T& b) { return less_equal(b, a); }

#if GRIDMARK_HAS_OPERATORS
GRIDMARK_OPERATORS(GRIDMARK_REAL, GRIDMARK_NARROW(1.0f), __hadd, __hsub, __hmul, __hdiv, __hneg, __heq,
                   __hneu, __hlt, __hle)
#endif
#if GRIDMARK_HAS_PAIR_OPERATORS
GRIDMARK_OPERATORS(GRIDMARK_PAIR, (GRIDMARK_PAIR{GRIDMARK_NARROW(1.0f), GRIDMARK_NARROW(1.0f)}), __hadd2,
                   __hsub2, __hmul2, __h2div, __hneg2, __hbeq2, __hbneu2, __hblt2, __hble2)
#endif
#undef GRIDMARK_OPERATORS

// Included once for each of the two sixteen-bit types: conversions by function.

#define GRIDMARK_NARROW gridmark::emulation::GRIDMARK_NAMED(narrowed_, )
#define GRIDMARK_NARROW_AS(mode, value) GRIDMARK_NARROW<gridmark::emulation::Rounding::mode>(value)

GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__float2, )(float a) { return GRIDMARK_NARROW(a); }
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__float2, _rn)(float a) { return GRIDMARK_NARROW(a); }
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__float2, _rz)(float a) {
  return GRIDMARK_NARROW_AS(zero, a);
}
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__float2, _rd)(float a) {
  return GRIDMARK_NARROW_AS(down, a);
}
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__float2, _ru)(float a) { return GRIDMARK_NARROW_AS(up, a); }
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__double2, )(double a) {
  return GRIDMARK_NARROW(gridmark::emulation::odd_float(a));
}
GRIDMARK_INTRINSIC float GRIDMARK_NAMED(__, 2float)(GRIDMARK_REAL a) {
  return gridmark::emulation::widened(a);
}

// To integers, saturating; from integers, rounded once.
#define GRIDMARK_BOTH_WAYS(T, name, Wide)                                                        \
  GRIDMARK_INTRINSIC T GRIDMARK_NAMED(__, 2##name##_rn)(GRIDMARK_REAL h) {                       \
    return gridmark::emulation::saturated<T>(__builtin_rintf(gridmark::emulation::widened(h)));  \
  }                                                                                              \
  GRIDMARK_INTRINSIC T GRIDMARK_NAMED(__, 2##name##_rz)(GRIDMARK_REAL h) {                       \
    return gridmark::emulation::truncated<T>(gridmark::emulation::widened(h));                   \
  }                                                                                              \
  GRIDMARK_INTRINSIC T GRIDMARK_NAMED(__, 2##name##_rd)(GRIDMARK_REAL h) {                       \
    return gridmark::emulation::saturated<T>(__builtin_floorf(gridmark::emulation::widened(h))); \
  }                                                                                              \
  GRIDMARK_INTRINSIC T GRIDMARK_NAMED(__, 2##name##_ru)(GRIDMARK_REAL h) {                       \
    return gridmark::emulation::saturated<T>(__builtin_ceilf(gridmark::emulation::widened(h)));  \
  }                                                                                              \
  GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__##name##2, _rn)(T i) {                       \
    return GRIDMARK_NARROW_AS(nearest, gridmark::emulation::odd_float(static_cast<Wide>(i)));    \
  }                                                                                              \
  GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__##name##2, _rz)(T i) {                       \
    return GRIDMARK_NARROW_AS(zero, gridmark::emulation::odd_float(static_cast<Wide>(i)));       \
  }                                                                                              \
  GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__##name##2, _rd)(T i) {                       \
    return GRIDMARK_NARROW_AS(down, gridmark::emulation::odd_float(static_cast<Wide>(i)));       \
  }                                                                                              \
  GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__##name##2, _ru)(T i) {                       \
    return GRIDMARK_NARROW_AS(up, gridmark::emulation::odd_float(static_cast<Wide>(i)));         \
  }
GRIDMARK_BOTH_WAYS(short, short, double)
GRIDMARK_BOTH_WAYS(unsigned short, ushort, double)
GRIDMARK_BOTH_WAYS(int, int, double)
GRIDMARK_BOTH_WAYS(unsigned int, uint, double)
GRIDMARK_BOTH_WAYS(long long, ll, long long)
GRIDMARK_BOTH_WAYS(unsigned long long, ull, unsigned long long)
#undef GRIDMARK_BOTH_WAYS
GRIDMARK_INTRINSIC signed char GRIDMARK_NAMED(__, 2char_rz)(GRIDMARK_REAL h) {
  return gridmark::emulation::truncated<signed char>(gridmark::emulation::widened(h));
}
GRIDMARK_INTRINSIC unsigned char GRIDMARK_NAMED(__, 2uchar_rz)(GRIDMARK_REAL h) {
  return gridmark::emulation::truncated<unsigned char>(gridmark::emulation::widened(h));
}

// The bits.
GRIDMARK_INTRINSIC short GRIDMARK_NAMED(__, _as_short)(GRIDMARK_REAL h) {
  return static_cast<short>(static_cast<GRIDMARK_RAW>(h).x);
}
GRIDMARK_INTRINSIC unsigned short GRIDMARK_NAMED(__, _as_ushort)(GRIDMARK_REAL h) {
  return static_cast<GRIDMARK_RAW>(h).x;
}
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__short_as_, )(short bits) {
  return GRIDMARK_RAW{static_cast<unsigned short>(bits)};
}
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__ushort_as_, )(unsigned short bits) {
  return GRIDMARK_RAW{bits};
}

// Pairs: made, taken apart, put together anew.
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(make_, 2)(GRIDMARK_REAL x, GRIDMARK_REAL y) { return {x, y}; }
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__halves2, 2)(GRIDMARK_REAL a, GRIDMARK_REAL b) {
  return {a, b};
}
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__float2, 2_rn)(float a) {
  return {GRIDMARK_NARROW(a), GRIDMARK_NARROW(a)};
}
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__floats2, 2_rn)(float a, float b) {
  return {GRIDMARK_NARROW(a), GRIDMARK_NARROW(b)};
}
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__float22, 2_rn)(float2 a) {
  return {GRIDMARK_NARROW(a.x), GRIDMARK_NARROW(a.y)};
}
GRIDMARK_INTRINSIC float2 GRIDMARK_NAMED(__, 22float2)(GRIDMARK_PAIR a) {
  return {gridmark::emulation::widened(a.x), gridmark::emulation::widened(a.y)};
}
GRIDMARK_INTRINSIC float __low2float(GRIDMARK_PAIR a) { return gridmark::emulation::widened(a.x); }
GRIDMARK_INTRINSIC float __high2float(GRIDMARK_PAIR a) { return gridmark::emulation::widened(a.y); }
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__low2, )(GRIDMARK_PAIR a) { return a.x; }
GRIDMARK_INTRINSIC GRIDMARK_REAL GRIDMARK_NAMED(__high2, )(GRIDMARK_PAIR a) { return a.y; }
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__low2, 2)(GRIDMARK_PAIR a) { return {a.x, a.x}; }
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__high2, 2)(GRIDMARK_PAIR a) { return {a.y, a.y}; }
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__lows2, 2)(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {
  return {a.x, b.x};
}
GRIDMARK_INTRINSIC GRIDMARK_PAIR GRIDMARK_NAMED(__highs2, 2)(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {
  return {a.y, b.y};
}
GRIDMARK_INTRINSIC GRIDMARK_PAIR __lowhigh2highlow(GRIDMARK_PAIR a) { return {a.y, a.x}; }

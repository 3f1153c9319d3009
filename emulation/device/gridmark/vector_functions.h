#pragma once
// make_char1 ... make_double4.
#include "gridmark/qualifiers.h"
#include "gridmark/vector_types.h"

#ifdef __cplusplus
#define GRIDMARK_MAKE static inline constexpr
#define GRIDMARK_MADE(type, ...) return __VA_ARGS__
#else
#define GRIDMARK_MAKE static inline
#define GRIDMARK_MADE(type, ...) return (type)__VA_ARGS__
#endif
#define GRIDMARK_MAKERS(T, name)                                                             \
  GRIDMARK_MAKE name##1 make_##name##1(T x) { GRIDMARK_MADE(name##1, {x}); }                 \
  GRIDMARK_MAKE name##2 make_##name##2(T x, T y) { GRIDMARK_MADE(name##2, {x, y}); }         \
  GRIDMARK_MAKE name##3 make_##name##3(T x, T y, T z) { GRIDMARK_MADE(name##3, {x, y, z}); } \
  GRIDMARK_MAKE name##4 make_##name##4(T x, T y, T z, T w) { GRIDMARK_MADE(name##4, {x, y, z, w}); }

GRIDMARK_MAKERS(signed char, char)
GRIDMARK_MAKERS(unsigned char, uchar)
GRIDMARK_MAKERS(short, short)
GRIDMARK_MAKERS(unsigned short, ushort)
GRIDMARK_MAKERS(int, int)
GRIDMARK_MAKERS(unsigned int, uint)
GRIDMARK_MAKERS(long, long)
GRIDMARK_MAKERS(unsigned long, ulong)
GRIDMARK_MAKERS(long long, longlong)
GRIDMARK_MAKERS(unsigned long long, ulonglong)
GRIDMARK_MAKERS(float, float)
GRIDMARK_MAKERS(double, double)
#undef GRIDMARK_MAKERS

#define GRIDMARK_WIDE_MAKERS(T, name)                                \
  GRIDMARK_MAKE name##4_16a make_##name##4_16a(T x, T y, T z, T w) { \
    GRIDMARK_MADE(name##4_16a, {x, y, z, w});                        \
  }                                                                  \
  GRIDMARK_MAKE name##4_32a make_##name##4_32a(T x, T y, T z, T w) { \
    GRIDMARK_MADE(name##4_32a, {x, y, z, w});                        \
  }
GRIDMARK_WIDE_MAKERS(long, long)
GRIDMARK_WIDE_MAKERS(unsigned long, ulong)
GRIDMARK_WIDE_MAKERS(long long, longlong)
GRIDMARK_WIDE_MAKERS(unsigned long long, ulonglong)
GRIDMARK_WIDE_MAKERS(double, double)
#undef GRIDMARK_WIDE_MAKERS
#undef GRIDMARK_MAKE
#undef GRIDMARK_MADE

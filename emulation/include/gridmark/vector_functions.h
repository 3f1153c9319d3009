#pragma once
// make_char1 ... make_double4.
#include "gridmark/qualifiers.h"
#include "gridmark/vector_types.h"

#define GRIDMARK_MAKERS(T, name)                                                      \
  static inline constexpr name##1 make_##name##1(T x) { return {x}; }                 \
  static inline constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  static inline constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  static inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

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

#define GRIDMARK_WIDE_MAKERS(T, name)                                                                 \
  static inline constexpr name##4_16a make_##name##4_16a(T x, T y, T z, T w) { return {x, y, z, w}; } \
  static inline constexpr name##4_32a make_##name##4_32a(T x, T y, T z, T w) { return {x, y, z, w}; }
GRIDMARK_WIDE_MAKERS(long, long)
GRIDMARK_WIDE_MAKERS(unsigned long, ulong)
GRIDMARK_WIDE_MAKERS(long long, longlong)
GRIDMARK_WIDE_MAKERS(unsigned long long, ulonglong)
GRIDMARK_WIDE_MAKERS(double, double)
#undef GRIDMARK_WIDE_MAKERS

#pragma once
// Minimum and maximum, for every pair of types that CUDA takes.
#include <math.h>

#include "gridmark/qualifiers.h"

// As the device: NaN loses against a number, and -0 is less than +0.
#define GRIDMARK_EXTREME(name, T, Bits, wins, joined) \
  GRIDMARK_INTRINSIC T gridmark_##name(T a, T b) {    \
    if (a == b) {                                     \
      Bits first, second;                             \
      __builtin_memcpy(&first, &a, sizeof a);         \
      __builtin_memcpy(&second, &b, sizeof b);        \
      first = first joined second;                    \
      __builtin_memcpy(&a, &first, sizeof a);         \
      return a;                                       \
    }                                                 \
    return a wins b || b != b ? a : b;                \
  }
GRIDMARK_EXTREME(fminf, float, unsigned, <, |)
GRIDMARK_EXTREME(fmaxf, float, unsigned, >, &)
GRIDMARK_EXTREME(fmin, double, unsigned long long, <, |)
GRIDMARK_EXTREME(fmax, double, unsigned long long, >, &)
#undef GRIDMARK_EXTREME

#ifndef GRIDMARK_SYNTAX_PASS
// The C library's functions of these names are calls. These bodies are inlined instead.
#define GRIDMARK_INSTEAD(T, name)                                                          \
  extern "C" inline __attribute__((gnu_inline, always_inline)) T name(T a, T b) noexcept { \
    return gridmark_##name(a, b);                                                          \
  }
GRIDMARK_INSTEAD(float, fminf)
GRIDMARK_INSTEAD(float, fmaxf)
GRIDMARK_INSTEAD(double, fmin)
GRIDMARK_INSTEAD(double, fmax)
#undef GRIDMARK_INSTEAD
#endif

#define GRIDMARK_MIN_MAX(T, A, B)                                                         \
  GRIDMARK_INTRINSIC T min(A a, B b) {                                                    \
    return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a); \
  }                                                                                       \
  GRIDMARK_INTRINSIC T max(A a, B b) {                                                    \
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a); \
  }
#define GRIDMARK_MIN_MAX_OF(T, U) \
  GRIDMARK_MIN_MAX(T, T, T)       \
  GRIDMARK_MIN_MAX(U, U, U)       \
  GRIDMARK_MIN_MAX(U, T, U)       \
  GRIDMARK_MIN_MAX(U, U, T)
GRIDMARK_MIN_MAX_OF(int, unsigned int)
GRIDMARK_MIN_MAX_OF(long, unsigned long)
GRIDMARK_MIN_MAX_OF(long long, unsigned long long)
#undef GRIDMARK_MIN_MAX_OF
#undef GRIDMARK_MIN_MAX

GRIDMARK_INTRINSIC float min(float a, float b) { return gridmark_fminf(a, b); }
GRIDMARK_INTRINSIC float max(float a, float b) { return gridmark_fmaxf(a, b); }
GRIDMARK_INTRINSIC double min(double a, double b) { return gridmark_fmin(a, b); }
GRIDMARK_INTRINSIC double max(double a, double b) { return gridmark_fmax(a, b); }
GRIDMARK_INTRINSIC double min(float a, double b) { return gridmark_fmin(a, b); }
GRIDMARK_INTRINSIC double min(double a, float b) { return gridmark_fmin(a, b); }
GRIDMARK_INTRINSIC double max(float a, double b) { return gridmark_fmax(a, b); }
GRIDMARK_INTRINSIC double max(double a, float b) { return gridmark_fmax(a, b); }

GRIDMARK_INTRINSIC unsigned umin(unsigned a, unsigned b) { return min(a, b); }
GRIDMARK_INTRINSIC unsigned umax(unsigned a, unsigned b) { return max(a, b); }
GRIDMARK_INTRINSIC long long llmin(long long a, long long b) { return min(a, b); }
GRIDMARK_INTRINSIC long long llmax(long long a, long long b) { return max(a, b); }
GRIDMARK_INTRINSIC unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
GRIDMARK_INTRINSIC unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

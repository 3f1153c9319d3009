#pragma once
// Fast variants of float functions. They return the C library's accurate value, although a device's value may
// differ in the last bits. Larger differences of the device, such as for a negative base, are reproduced
// here.
#include <math.h>

#include "gridmark/qualifiers.h"

// glibc declares some of these names itself, so macros replace them.
#define GRIDMARK_FAST(name, builtin) \
  GRIDMARK_INTRINSIC float gridmark_##name(float x) { return builtin(x); }
GRIDMARK_FAST(expf, __builtin_expf)
GRIDMARK_FAST(exp10f, ::exp10f)
GRIDMARK_FAST(logf, __builtin_logf)
GRIDMARK_FAST(log2f, __builtin_log2f)
GRIDMARK_FAST(log10f, __builtin_log10f)
GRIDMARK_FAST(sinf, __builtin_sinf)
GRIDMARK_FAST(cosf, __builtin_cosf)
GRIDMARK_FAST(tanf, __builtin_tanf)
GRIDMARK_FAST(tanhf, __builtin_tanhf)
#undef GRIDMARK_FAST
/// 2^(y * log2(x)): NaN for a negative x and every y.
GRIDMARK_INTRINSIC float gridmark_powf(float x, float y) {
  return x < 0 ? __builtin_nanf("") : __builtin_powf(x, y);
}
GRIDMARK_INTRINSIC void gridmark_sincosf(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
#define __expf(x) gridmark_expf(x)
#define __exp10f(x) gridmark_exp10f(x)
#define __logf(x) gridmark_logf(x)
#define __log2f(x) gridmark_log2f(x)
#define __log10f(x) gridmark_log10f(x)
#define __sinf(x) gridmark_sinf(x)
#define __cosf(x) gridmark_cosf(x)
#define __tanf(x) gridmark_tanf(x)
#define __tanhf(x) gridmark_tanhf(x)
#define __powf(x, y) gridmark_powf(x, y)
#define __sincosf(x, s, c) gridmark_sincosf(x, s, c)

GRIDMARK_INTRINSIC float __fdividef(float x, float y) { return x / y; }
GRIDMARK_INTRINSIC float fdividef(float x, float y) { return x / y; }
GRIDMARK_INTRINSIC double fdivide(double x, double y) { return x / y; }
/// Clamped to [0, 1]. NaN becomes 0.
GRIDMARK_INTRINSIC float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

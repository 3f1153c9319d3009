#pragma once
// Device mathematics beyond <math.h>: fast variants, rounding variants, min and max.
// The fast variants give the C library's accurate value; a device's may differ in the last bits.
#include <math.h>
#include <stdlib.h>

#include "gridmark/qualifiers.h"
#include "gridmark/saturation.h"

// glibc declares some of these names for itself, so they are taken over by macros.
#define GRIDMARK_FAST(name, builtin) \
  GRIDMARK_INTRINSIC float gridmark_##name(float x) { return builtin(x); }
GRIDMARK_FAST(expf, __builtin_expf)
GRIDMARK_FAST(exp10f, __builtin_exp10f)
GRIDMARK_FAST(logf, __builtin_logf)
GRIDMARK_FAST(log2f, __builtin_log2f)
GRIDMARK_FAST(log10f, __builtin_log10f)
GRIDMARK_FAST(sinf, __builtin_sinf)
GRIDMARK_FAST(cosf, __builtin_cosf)
GRIDMARK_FAST(tanf, __builtin_tanf)
#undef GRIDMARK_FAST
GRIDMARK_INTRINSIC float gridmark_powf(float x, float y) { return __builtin_powf(x, y); }
GRIDMARK_INTRINSIC void gridmark_sincosf(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x), *cosine = __builtin_cosf(x);
}
#define __expf(x) gridmark_expf(x)
#define __exp10f(x) gridmark_exp10f(x)
#define __logf(x) gridmark_logf(x)
#define __log2f(x) gridmark_log2f(x)
#define __log10f(x) gridmark_log10f(x)
#define __sinf(x) gridmark_sinf(x)
#define __cosf(x) gridmark_cosf(x)
#define __tanf(x) gridmark_tanf(x)
#define __powf(x, y) gridmark_powf(x, y)
#define __sincosf(x, s, c) gridmark_sincosf(x, s, c)

GRIDMARK_INTRINSIC float __fdividef(float x, float y) { return x / y; }
GRIDMARK_INTRINSIC float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
GRIDMARK_INTRINSIC float __fadd_rn(float x, float y) { return x + y; }
GRIDMARK_INTRINSIC float __fsub_rn(float x, float y) { return x - y; }
GRIDMARK_INTRINSIC float __fmul_rn(float x, float y) { return x * y; }
GRIDMARK_INTRINSIC float __fdiv_rn(float x, float y) { return x / y; }
GRIDMARK_INTRINSIC float __frcp_rn(float x) { return 1.0f / x; }
GRIDMARK_INTRINSIC float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
GRIDMARK_INTRINSIC float __frsqrt_rn(float x) { return 1.0f / __builtin_sqrtf(x); }
GRIDMARK_INTRINSIC float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
GRIDMARK_INTRINSIC double __dadd_rn(double x, double y) { return x + y; }
GRIDMARK_INTRINSIC double __dmul_rn(double x, double y) { return x * y; }
GRIDMARK_INTRINSIC double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
GRIDMARK_INTRINSIC float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
GRIDMARK_INTRINSIC double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
GRIDMARK_INTRINSIC float rsqrt(float x) { return rsqrtf(x); }
GRIDMARK_INTRINSIC float fdividef(float x, float y) { return x / y; }
GRIDMARK_INTRINSIC void sincospif(float x, float* sine, float* cosine) {
  gridmark_sincosf(x * 3.14159265358979324f, sine, cosine);
}

// Conversions. Those to integers saturate as the device does; NaN becomes 0.
#define GRIDMARK_CONVERSIONS(prefix, Real, suffix, Integer)                     \
  GRIDMARK_INTRINSIC Integer prefix##_rn(Real x) {                              \
    return gridmark::emulation::saturated<Integer>(__builtin_rint##suffix(x));  \
  }                                                                             \
  GRIDMARK_INTRINSIC Integer prefix##_rz(Real x) {                              \
    return gridmark::emulation::saturated<Integer>(__builtin_trunc##suffix(x)); \
  }                                                                             \
  GRIDMARK_INTRINSIC Integer prefix##_ru(Real x) {                              \
    return gridmark::emulation::saturated<Integer>(__builtin_ceil##suffix(x));  \
  }                                                                             \
  GRIDMARK_INTRINSIC Integer prefix##_rd(Real x) {                              \
    return gridmark::emulation::saturated<Integer>(__builtin_floor##suffix(x)); \
  }
GRIDMARK_CONVERSIONS(__float2int, float, f, int)
GRIDMARK_CONVERSIONS(__float2uint, float, f, unsigned int)
GRIDMARK_CONVERSIONS(__float2ll, float, f, long long)
GRIDMARK_CONVERSIONS(__float2ull, float, f, unsigned long long)
GRIDMARK_CONVERSIONS(__double2int, double, , int)
GRIDMARK_CONVERSIONS(__double2uint, double, , unsigned int)
GRIDMARK_CONVERSIONS(__double2ll, double, , long long)
#undef GRIDMARK_CONVERSIONS
GRIDMARK_INTRINSIC float __int2float_rn(int x) { return static_cast<float>(x); }
GRIDMARK_INTRINSIC float __uint2float_rn(unsigned int x) { return static_cast<float>(x); }
GRIDMARK_INTRINSIC double __int2double_rn(int x) { return x; }
GRIDMARK_INTRINSIC float __double2float_rn(double x) { return static_cast<float>(x); }

#define GRIDMARK_MIN_MAX(T)                                    \
  GRIDMARK_INTRINSIC T min(T a, T b) { return b < a ? b : a; } \
  GRIDMARK_INTRINSIC T max(T a, T b) { return a < b ? b : a; }
GRIDMARK_MIN_MAX(int)
GRIDMARK_MIN_MAX(unsigned int)
GRIDMARK_MIN_MAX(long)
GRIDMARK_MIN_MAX(unsigned long)
GRIDMARK_MIN_MAX(long long)
GRIDMARK_MIN_MAX(unsigned long long)
#undef GRIDMARK_MIN_MAX
// NaN loses, as on the device.
GRIDMARK_INTRINSIC float min(float a, float b) { return __builtin_fminf(a, b); }
GRIDMARK_INTRINSIC float max(float a, float b) { return __builtin_fmaxf(a, b); }
GRIDMARK_INTRINSIC double min(double a, double b) { return __builtin_fmin(a, b); }
GRIDMARK_INTRINSIC double max(double a, double b) { return __builtin_fmax(a, b); }
GRIDMARK_INTRINSIC double min(float a, double b) { return __builtin_fmin(a, b); }
GRIDMARK_INTRINSIC double min(double a, float b) { return __builtin_fmin(a, b); }
GRIDMARK_INTRINSIC double max(float a, double b) { return __builtin_fmax(a, b); }
GRIDMARK_INTRINSIC double max(double a, float b) { return __builtin_fmax(a, b); }
GRIDMARK_INTRINSIC unsigned int min(int a, unsigned int b) { return min(static_cast<unsigned int>(a), b); }
GRIDMARK_INTRINSIC unsigned int min(unsigned int a, int b) { return min(a, static_cast<unsigned int>(b)); }
GRIDMARK_INTRINSIC unsigned int max(int a, unsigned int b) { return max(static_cast<unsigned int>(a), b); }
GRIDMARK_INTRINSIC unsigned int max(unsigned int a, int b) { return max(a, static_cast<unsigned int>(b)); }

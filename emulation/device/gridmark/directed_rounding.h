#pragma once
// Arithmetic and conversions with a rounding mode in their names.
//
// Theory of operation
// The processor's own rounding mode is set for one operation. Operands and result pass through empty
// assembler statements, which stay in order with the change of the mode, so that the compiler can neither
// compute the result beforehand nor move the operation out.
#include <math.h>

#include "gridmark/qualifiers.h"
#include "gridmark/saturation.h"

namespace gridmark {
namespace emulation {

/// The rounding modes as the processor's control register has them.
enum RoundingControl : unsigned {
  to_nearest = 0,
  downwards = 0x2000,
  upwards = 0x4000,
  towards_zero = 0x6000
};

class RoundingMode {
 public:
  explicit __attribute__((always_inline)) RoundingMode(unsigned mode) : before_(__builtin_ia32_stmxcsr()) {
    __builtin_ia32_ldmxcsr((before_ & ~0x6000u) | mode);
  }
  __attribute__((always_inline)) ~RoundingMode() { __builtin_ia32_ldmxcsr(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  unsigned before_;
};

#define GRIDMARK_PINNED(value) __asm__ volatile("" : "+x"(value))
#define GRIDMARK_PINNED_INTEGER(value) __asm__ volatile("" : "+r"(value))

}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_IN_MODE(name, T, parameters, mode, pin, expression) \
  GRIDMARK_INTRINSIC T name parameters {                             \
    const ::gridmark::emulation::RoundingMode in_mode(mode);         \
    pin;                                                             \
    T result = expression;                                           \
    GRIDMARK_PINNED(result);                                         \
    return result;                                                   \
  }
#define GRIDMARK_IN_ALL_MODES(name, T, parameters, pin, expression)                                \
  GRIDMARK_INTRINSIC T name##_rn parameters { return expression; }                                 \
  GRIDMARK_IN_MODE(name##_rz, T, parameters, ::gridmark::emulation::towards_zero, pin, expression) \
  GRIDMARK_IN_MODE(name##_ru, T, parameters, ::gridmark::emulation::upwards, pin, expression)      \
  GRIDMARK_IN_MODE(name##_rd, T, parameters, ::gridmark::emulation::downwards, pin, expression)
#define GRIDMARK_PIN_X GRIDMARK_PINNED(x)
#define GRIDMARK_PIN_XY \
  GRIDMARK_PINNED(x);   \
  GRIDMARK_PINNED(y)
#define GRIDMARK_PIN_XYZ \
  GRIDMARK_PIN_XY;       \
  GRIDMARK_PINNED(z)

GRIDMARK_IN_ALL_MODES(__fadd, float, (float x, float y), GRIDMARK_PIN_XY, x + y)
GRIDMARK_IN_ALL_MODES(__fsub, float, (float x, float y), GRIDMARK_PIN_XY, x - y)
GRIDMARK_IN_ALL_MODES(__fmul, float, (float x, float y), GRIDMARK_PIN_XY, x* y)
GRIDMARK_IN_ALL_MODES(__fdiv, float, (float x, float y), GRIDMARK_PIN_XY, x / y)
GRIDMARK_IN_ALL_MODES(__frcp, float, (float x), GRIDMARK_PIN_X, 1.0f / x)
GRIDMARK_IN_ALL_MODES(__fsqrt, float, (float x), GRIDMARK_PIN_X, __builtin_sqrtf(x))
GRIDMARK_IN_ALL_MODES(__fmaf, float, (float x, float y, float z), GRIDMARK_PIN_XYZ, __builtin_fmaf(x, y, z))
GRIDMARK_IN_ALL_MODES(__fmaf_ieee, float, (float x, float y, float z), GRIDMARK_PIN_XYZ,
                      __builtin_fmaf(x, y, z))
GRIDMARK_IN_ALL_MODES(__dadd, double, (double x, double y), GRIDMARK_PIN_XY, x + y)
GRIDMARK_IN_ALL_MODES(__dsub, double, (double x, double y), GRIDMARK_PIN_XY, x - y)
GRIDMARK_IN_ALL_MODES(__dmul, double, (double x, double y), GRIDMARK_PIN_XY, x* y)
GRIDMARK_IN_ALL_MODES(__ddiv, double, (double x, double y), GRIDMARK_PIN_XY, x / y)
GRIDMARK_IN_ALL_MODES(__drcp, double, (double x), GRIDMARK_PIN_X, 1.0 / x)
GRIDMARK_IN_ALL_MODES(__dsqrt, double, (double x), GRIDMARK_PIN_X, __builtin_sqrt(x))
GRIDMARK_IN_ALL_MODES(__fma, double, (double x, double y, double z), GRIDMARK_PIN_XYZ, __builtin_fma(x, y, z))
GRIDMARK_IN_ALL_MODES(__double2float, float, (double x), GRIDMARK_PIN_X, static_cast<float>(x))

#define GRIDMARK_PIN_I GRIDMARK_PINNED_INTEGER(x)
GRIDMARK_IN_ALL_MODES(__int2float, float, (int x), GRIDMARK_PIN_I, static_cast<float>(x))
GRIDMARK_IN_ALL_MODES(__uint2float, float, (unsigned x), GRIDMARK_PIN_I, static_cast<float>(x))
GRIDMARK_IN_ALL_MODES(__ll2float, float, (long long x), GRIDMARK_PIN_I, static_cast<float>(x))
GRIDMARK_IN_ALL_MODES(__ull2float, float, (unsigned long long x), GRIDMARK_PIN_I, static_cast<float>(x))
GRIDMARK_IN_ALL_MODES(__ll2double, double, (long long x), GRIDMARK_PIN_I, static_cast<double>(x))
GRIDMARK_IN_ALL_MODES(__ull2double, double, (unsigned long long x), GRIDMARK_PIN_I, static_cast<double>(x))
GRIDMARK_INTRINSIC double __int2double_rn(int x) { return x; }
GRIDMARK_INTRINSIC double __uint2double_rn(unsigned x) { return x; }
/// In double, the quotient is near enough for the float to be the nearest one.
GRIDMARK_INTRINSIC float __frsqrt_rn(float x) { return static_cast<float>(1.0 / __builtin_sqrt(x)); }

#undef GRIDMARK_IN_MODE
#undef GRIDMARK_IN_ALL_MODES
#undef GRIDMARK_PIN_X
#undef GRIDMARK_PIN_XY
#undef GRIDMARK_PIN_XYZ
#undef GRIDMARK_PIN_I
#undef GRIDMARK_PINNED
#undef GRIDMARK_PINNED_INTEGER

// To integers.
#define GRIDMARK_CONVERSIONS(prefix, Real, suffix, Integer)                                               \
  GRIDMARK_INTRINSIC Integer prefix##_rn(Real x) {                                                        \
    return ::gridmark::emulation::saturated<Integer>(__builtin_rint##suffix(x));                          \
  }                                                                                                       \
  GRIDMARK_INTRINSIC Integer prefix##_rz(Real x) { return ::gridmark::emulation::truncated<Integer>(x); } \
  GRIDMARK_INTRINSIC Integer prefix##_ru(Real x) {                                                        \
    return ::gridmark::emulation::saturated<Integer>(__builtin_ceil##suffix(x));                          \
  }                                                                                                       \
  GRIDMARK_INTRINSIC Integer prefix##_rd(Real x) {                                                        \
    return ::gridmark::emulation::saturated<Integer>(__builtin_floor##suffix(x));                         \
  }
GRIDMARK_CONVERSIONS(__float2int, float, f, int)
GRIDMARK_CONVERSIONS(__float2uint, float, f, unsigned int)
GRIDMARK_CONVERSIONS(__float2ll, float, f, long long)
GRIDMARK_CONVERSIONS(__float2ull, float, f, unsigned long long)
GRIDMARK_CONVERSIONS(__double2int, double, , int)
GRIDMARK_CONVERSIONS(__double2uint, double, , unsigned int)
GRIDMARK_CONVERSIONS(__double2ll, double, , long long)
GRIDMARK_CONVERSIONS(__double2ull, double, , unsigned long long)
#undef GRIDMARK_CONVERSIONS

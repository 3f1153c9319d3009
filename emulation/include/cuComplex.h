#pragma once
// Complex numbers in C's style: float2 and double2 with functions.
#include <math.h>

#include "vector_functions.h"
#include "vector_types.h"

#define CU_COMPLEX_H_

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device begin
#endif

// Division divides both by the larger part of y first, so that intermediate values do not overflow.
#define GRIDMARK_COMPLEX(Complex, Real, suffix, fabs_of, hypot_of)                                       \
  GRIDMARK_INTRINSIC Real cuCreal##suffix(Complex x) { return x.x; }                                     \
  GRIDMARK_INTRINSIC Real cuCimag##suffix(Complex x) { return x.y; }                                     \
  GRIDMARK_INTRINSIC Complex make_##Complex(Real real, Real imaginary) {                                 \
    Complex made = {real, imaginary};                                                                    \
    return made;                                                                                         \
  }                                                                                                      \
  GRIDMARK_INTRINSIC Complex cuConj##suffix(Complex x) { return make_##Complex(x.x, -x.y); }             \
  GRIDMARK_INTRINSIC Complex cuCadd##suffix(Complex x, Complex y) {                                      \
    return make_##Complex(x.x + y.x, x.y + y.y);                                                         \
  }                                                                                                      \
  GRIDMARK_INTRINSIC Complex cuCsub##suffix(Complex x, Complex y) {                                      \
    return make_##Complex(x.x - y.x, x.y - y.y);                                                         \
  }                                                                                                      \
  GRIDMARK_INTRINSIC Complex cuCmul##suffix(Complex x, Complex y) {                                      \
    return make_##Complex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                 \
  }                                                                                                      \
  GRIDMARK_INTRINSIC Complex cuCdiv##suffix(Complex x, Complex y) {                                      \
    const Real scale = (Real)1 / (fabs_of(y.x) + fabs_of(y.y));                                          \
    const Real ax = x.x * scale, ay = x.y * scale, bx = y.x * scale, by = y.y * scale;                   \
    const Real one_over_square = (Real)1 / (bx * bx + by * by);                                          \
    return make_##Complex((ax * bx + ay * by) * one_over_square, (ay * bx - ax * by) * one_over_square); \
  }                                                                                                      \
  GRIDMARK_INTRINSIC Real cuCabs##suffix(Complex x) { return hypot_of(x.x, x.y); }                       \
  /* x * y + d */                                                                                        \
  GRIDMARK_INTRINSIC Complex cuCfma##suffix(Complex x, Complex y, Complex d) {                           \
    return make_##Complex(x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x);                     \
  }
GRIDMARK_COMPLEX(cuFloatComplex, float, f, fabsf, hypotf)
GRIDMARK_COMPLEX(cuDoubleComplex, double, , fabs, hypot)
#undef GRIDMARK_COMPLEX

GRIDMARK_INTRINSIC cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
GRIDMARK_INTRINSIC cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
GRIDMARK_INTRINSIC cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif

#pragma once
// Complex numbers of C's kind: float2 and double2 with functions.
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
namespace gridmark {
namespace emulation {

/// x / y, with both divided by the larger part of y first, so that nothing overflows on the way.
template <class Complex, class Real>
inline Complex complex_quotient(Complex x, Complex y, Real size_of_y) {
  const Real scale = Real(1) / size_of_y;
  const Complex a{x.x * scale, x.y * scale}, b{y.x * scale, y.y * scale};
  const Real one_over_square = Real(1) / (b.x * b.x + b.y * b.y);
  return {(a.x * b.x + a.y * b.y) * one_over_square, (a.y * b.x - a.x * b.y) * one_over_square};
}

}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_COMPLEX(Complex, Real, suffix, fabs_of, hypot_of)                                   \
  GRIDMARK_INTRINSIC Real cuCreal##suffix(Complex x) { return x.x; }                                 \
  GRIDMARK_INTRINSIC Real cuCimag##suffix(Complex x) { return x.y; }                                 \
  GRIDMARK_INTRINSIC Complex cuConj##suffix(Complex x) { return {x.x, -x.y}; }                       \
  GRIDMARK_INTRINSIC Complex cuCadd##suffix(Complex x, Complex y) { return {x.x + y.x, x.y + y.y}; } \
  GRIDMARK_INTRINSIC Complex cuCsub##suffix(Complex x, Complex y) { return {x.x - y.x, x.y - y.y}; } \
  GRIDMARK_INTRINSIC Complex cuCmul##suffix(Complex x, Complex y) {                                  \
    return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                                           \
  }                                                                                                  \
  GRIDMARK_INTRINSIC Complex cuCdiv##suffix(Complex x, Complex y) {                                  \
    return gridmark::emulation::complex_quotient(x, y, fabs_of(y.x) + fabs_of(y.y));                 \
  }                                                                                                  \
  GRIDMARK_INTRINSIC Real cuCabs##suffix(Complex x) { return hypot_of(x.x, x.y); }                   \
  /* x * y + d */                                                                                    \
  GRIDMARK_INTRINSIC Complex cuCfma##suffix(Complex x, Complex y, Complex d) {                       \
    return {x.x * y.x + d.x - x.y * y.y, x.x * y.y + d.y + x.y * y.x};                               \
  }
GRIDMARK_COMPLEX(cuFloatComplex, float, f, fabsf, hypotf)
GRIDMARK_COMPLEX(cuDoubleComplex, double, , fabs, hypot)
#undef GRIDMARK_COMPLEX

GRIDMARK_INTRINSIC cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
  return {real, imaginary};
}
GRIDMARK_INTRINSIC cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
GRIDMARK_INTRINSIC cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
  return {real, imaginary};
}
GRIDMARK_INTRINSIC cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }
GRIDMARK_INTRINSIC cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return {static_cast<float>(x.x), static_cast<float>(x.y)};
}
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif

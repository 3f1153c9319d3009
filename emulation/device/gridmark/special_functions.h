#pragma once
// Device mathematics that <math.h> lacks, float and double. Float is computed in double, and double in long
// double if a formula loses digits, so the results are at least as accurate as the device's.
#include <math.h>

#include "gridmark/qualifiers.h"

namespace gridmark {
namespace emulation {

constexpr long double pi_l = 3.14159265358979323846264338327950288L;
constexpr long double root_half_l = 0.707106781186547524400844362104849039L;
constexpr long double one_over_root_pi_l = 0.564189583547756286948079451560772586L;

/// sin(pi * x) and cos(pi * x), exact at multiples of a half.
inline void sine_cosine_of_pi(long double x, long double* sine, long double* cosine) {
  const long double turn = x - 2 * rintl(x / 2), quarters = rintl(2 * turn), rest = turn - quarters / 2;
  const long double s = sinl(pi_l * rest), c = cosl(pi_l * rest);
  switch (static_cast<int>(quarters) & 3) {
    case 0:
      return void((*sine = s, *cosine = c));
    case 1:
      return void((*sine = c, *cosine = -s));
    case 2:
      return void((*sine = -s, *cosine = -c));
    default:
      return void((*sine = -c, *cosine = s));
  }
}
inline long double sine_of_pi(long double x) {
  if (!(fabsl(x) < __builtin_infl())) return __builtin_nanl("");
  long double sine, cosine;
  sine_cosine_of_pi(x, &sine, &cosine);
  return sine == 0 ? copysignl(0, x) : sine;
}
inline long double cosine_of_pi(long double x) {
  if (!(fabsl(x) < __builtin_infl())) return __builtin_nanl("");
  long double sine, cosine;
  sine_cosine_of_pi(x, &sine, &cosine);
  return cosine + 0.0L;
}

/// exp(x^2) erfc(x). For large x erfc() underflows, and four terms of the asymptotic series are enough.
inline long double scaled_erfc(long double x) {
  if (x < 100) return expl(x * x) * erfcl(x);
  const long double u = 1 / (2 * x * x);
  return one_over_root_pi_l / x * (1 - u * (1 - 3 * u * (1 - 5 * u * (1 - 7 * u))));
}

/// Solves erfc(z) = y by Halley's method. `left` is 1 - y, which the caller may know to more digits.
inline long double inverse_erfc(long double y, long double left) {
  if (!(y >= 0 && y <= 2)) return __builtin_nanl("");
  if (y == 0) return __builtin_infl();
  if (y == 2) return -__builtin_infl();
  const long double log_product = logl(y) + logl(2 - y), a = 0.147L, t = 2 / (pi_l * a) + log_product / 2;
  long double z = copysignl(sqrtl(sqrtl(t * t - log_product / a) - t), left);
  for (int i = 0; i < 4; ++i) {
    const long double off = y < 0.5L || y > 1.5L ? y - erfcl(z) : erfl(z) - left;
    const long double step = off * expl(z * z) / (2 * one_over_root_pi_l);
    z -= step / (1 + z * step);
  }
  return z;
}

/// The power series of a modified Bessel function of order 0 or 1. All terms have one sign.
inline long double modified_bessel(int order, long double x) {
  const long double quarter = x * x / 4;
  if (!(quarter < __builtin_infl())) return x == x ? fabsl(x) : x;
  if (fabsl(x) > 12000) return __builtin_infl();
  long double term = 1, sum = 1;
  for (int k = 1; term > sum * 1e-21L; ++k) {
    term *= quarter / (static_cast<long double>(k) * (k + order));
    sum += term;
  }
  return order ? sum * x / 2 : sum;
}

template <class Wide, class Real>
inline Wide euclidean(int count, const Real* values) {
  Wide sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    sum += static_cast<Wide>(values[i]) * values[i];
    infinite |= __builtin_isinf(values[i]);
  }
  return infinite ? static_cast<Wide>(__builtin_inf()) : static_cast<Wide>(sqrtl(sum));
}

}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_FUNCTION(name, expression)                                            \
  GRIDMARK_INTRINSIC double name(double x) { return static_cast<double>(expression); } \
  GRIDMARK_INTRINSIC float name##f(float x) { return static_cast<float>(expression); } \
  GRIDMARK_INTRINSIC float name(float x) { return name##f(x); }
GRIDMARK_FUNCTION(rcbrt, 1 / cbrtl(x))
GRIDMARK_FUNCTION(sinpi, gridmark::emulation::sine_of_pi(x))
GRIDMARK_FUNCTION(cospi, gridmark::emulation::cosine_of_pi(x))
GRIDMARK_FUNCTION(erfcx, gridmark::emulation::scaled_erfc(x))
GRIDMARK_FUNCTION(erfinv,
                  x == 0 ? static_cast<long double>(x) : gridmark::emulation::inverse_erfc(1.0L - x, x))
GRIDMARK_FUNCTION(erfcinv, gridmark::emulation::inverse_erfc(x, 1.0L - x))
GRIDMARK_FUNCTION(normcdf, erfcl(-x* gridmark::emulation::root_half_l) / 2)
GRIDMARK_FUNCTION(normcdfinv, -2 * gridmark::emulation::root_half_l *
                                  gridmark::emulation::inverse_erfc(2.0L * x, 1.0L - 2.0L * x))
GRIDMARK_FUNCTION(cyl_bessel_i0, gridmark::emulation::modified_bessel(0, x))
GRIDMARK_FUNCTION(cyl_bessel_i1, gridmark::emulation::modified_bessel(1, x))
#undef GRIDMARK_FUNCTION

GRIDMARK_INTRINSIC float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
GRIDMARK_INTRINSIC double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
GRIDMARK_INTRINSIC float rsqrt(float x) { return rsqrtf(x); }
GRIDMARK_INTRINSIC float j0(float x) { return j0f(x); }
GRIDMARK_INTRINSIC float j1(float x) { return j1f(x); }
GRIDMARK_INTRINSIC float jn(int n, float x) { return jnf(n, x); }
GRIDMARK_INTRINSIC float y0(float x) { return y0f(x); }
GRIDMARK_INTRINSIC float y1(float x) { return y1f(x); }
GRIDMARK_INTRINSIC float yn(int n, float x) { return ynf(n, x); }
GRIDMARK_INTRINSIC float exp10(float x) { return ::exp10f(x); }
GRIDMARK_INTRINSIC void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
GRIDMARK_INTRINSIC void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
GRIDMARK_INTRINSIC void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
GRIDMARK_INTRINSIC void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }

#define GRIDMARK_NORMS(T, Wide, suffix)                                             \
  GRIDMARK_INTRINSIC T norm##suffix(int count, const T* values) {                   \
    return static_cast<T>(gridmark::emulation::euclidean<Wide>(count, values));     \
  }                                                                                 \
  GRIDMARK_INTRINSIC T rnorm##suffix(int count, const T* values) {                  \
    return static_cast<T>(1 / gridmark::emulation::euclidean<Wide>(count, values)); \
  }                                                                                 \
  GRIDMARK_INTRINSIC T norm3d##suffix(T a, T b, T c) {                              \
    const T values[] = {a, b, c};                                                   \
    return static_cast<T>(gridmark::emulation::euclidean<Wide>(3, values));         \
  }                                                                                 \
  GRIDMARK_INTRINSIC T norm4d##suffix(T a, T b, T c, T d) {                         \
    const T values[] = {a, b, c, d};                                                \
    return static_cast<T>(gridmark::emulation::euclidean<Wide>(4, values));         \
  }                                                                                 \
  GRIDMARK_INTRINSIC T rnorm3d##suffix(T a, T b, T c) {                             \
    const T values[] = {a, b, c};                                                   \
    return static_cast<T>(1 / gridmark::emulation::euclidean<Wide>(3, values));     \
  }                                                                                 \
  GRIDMARK_INTRINSIC T rnorm4d##suffix(T a, T b, T c, T d) {                        \
    const T values[] = {a, b, c, d};                                                \
    return static_cast<T>(1 / gridmark::emulation::euclidean<Wide>(4, values));     \
  }                                                                                 \
  GRIDMARK_INTRINSIC T rhypot##suffix(T a, T b) {                                   \
    const T values[] = {a, b};                                                      \
    return static_cast<T>(1 / gridmark::emulation::euclidean<Wide>(2, values));     \
  }
GRIDMARK_NORMS(float, double, f)
GRIDMARK_NORMS(double, long double, )
#undef GRIDMARK_NORMS

#pragma once
// Comes before a program in the syntax pass (see the driver's syntax_pass.cpp).
//
// The standard library stays host code, as for nvcc. The parts that cuda_runtime.h needs come first. No more
// is included, because most of this pass's time is spent on them. C library functions that CUDA allows in
// kernels get a device twin. Everything in our own headers can be called from both sides, because their few
// host functions do not justify a second set of headers.
#include "gridmark/syntax_pass/qualifiers.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

extern "C" {
__attribute__((device)) int printf(const char*, ...);
__attribute__((device)) void* malloc(size_t) noexcept;
__attribute__((device)) void free(void*) noexcept;
__attribute__((device)) void* memcpy(void*, const void*, size_t) noexcept;
__attribute__((device)) void* memset(void*, int, size_t) noexcept;
__attribute__((device)) int memcmp(const void*, const void*, size_t) noexcept;
__attribute__((device)) void __assert_fail(const char*, const char*, unsigned, const char*) noexcept;
}

// The device twins of <math.h>.
// clang-format never settles on an indentation for lists of macros.
// clang-format off
#define GRIDMARK_TWIN(name)                             \
  __attribute__((device)) double name(double) noexcept; \
  __attribute__((device)) float name##f(float) noexcept;
#define GRIDMARK_TWIN_OF_TWO(name)                              \
  __attribute__((device)) double name(double, double) noexcept; \
  __attribute__((device)) float name##f(float, float) noexcept;
extern "C" {
GRIDMARK_TWIN(acos)
GRIDMARK_TWIN(acosh)
GRIDMARK_TWIN(asin)
GRIDMARK_TWIN(asinh)
GRIDMARK_TWIN(atan)
GRIDMARK_TWIN(atanh)
GRIDMARK_TWIN(cbrt) GRIDMARK_TWIN(ceil) GRIDMARK_TWIN(cos) GRIDMARK_TWIN(cosh) GRIDMARK_TWIN(erf)
GRIDMARK_TWIN(erfc) GRIDMARK_TWIN(exp) GRIDMARK_TWIN(exp2) GRIDMARK_TWIN(expm1) GRIDMARK_TWIN(fabs)
GRIDMARK_TWIN(floor) GRIDMARK_TWIN(j0) GRIDMARK_TWIN(j1) GRIDMARK_TWIN(lgamma) GRIDMARK_TWIN(log)
GRIDMARK_TWIN(log10) GRIDMARK_TWIN(log1p) GRIDMARK_TWIN(log2) GRIDMARK_TWIN(logb)
GRIDMARK_TWIN(nearbyint) GRIDMARK_TWIN(rint) GRIDMARK_TWIN(round) GRIDMARK_TWIN(sin)
GRIDMARK_TWIN(sinh) GRIDMARK_TWIN(sqrt) GRIDMARK_TWIN(tan) GRIDMARK_TWIN(tanh)
GRIDMARK_TWIN(tgamma) GRIDMARK_TWIN(trunc) GRIDMARK_TWIN(y0) GRIDMARK_TWIN(y1)
GRIDMARK_TWIN_OF_TWO(atan2) GRIDMARK_TWIN_OF_TWO(copysign)
GRIDMARK_TWIN_OF_TWO(fdim) GRIDMARK_TWIN_OF_TWO(fmax)
GRIDMARK_TWIN_OF_TWO(fmin) GRIDMARK_TWIN_OF_TWO(fmod)
GRIDMARK_TWIN_OF_TWO(hypot) GRIDMARK_TWIN_OF_TWO(nextafter)
GRIDMARK_TWIN_OF_TWO(pow) GRIDMARK_TWIN_OF_TWO(remainder)
__attribute__((device)) double fma(double, double,
                                                                                   double) noexcept;
__attribute__((device)) float fmaf(float, float, float) noexcept;
__attribute__((device)) double ldexp(double, int) noexcept;
__attribute__((device)) float ldexpf(float, int) noexcept;
__attribute__((device)) double modf(double, double*) noexcept;
__attribute__((device)) float modff(float, float*) noexcept;
__attribute__((device)) double frexp(double, int*) noexcept;
__attribute__((device)) float frexpf(float, int*) noexcept;
__attribute__((device)) int abs(int) noexcept;
__attribute__((device)) long labs(long) noexcept;
__attribute__((device)) long long llabs(long long) noexcept;
__attribute__((device)) long lround(double) noexcept;
__attribute__((device)) long lroundf(float) noexcept;
__attribute__((device)) long long llround(double) noexcept;
__attribute__((device)) long lrint(double) noexcept;
__attribute__((device)) long lrintf(float) noexcept;
__attribute__((device)) long long llrint(double) noexcept;
__attribute__((device)) long long llrintf(float) noexcept;
__attribute__((device)) long long llroundf(float) noexcept;
__attribute__((device)) int ilogb(double) noexcept;
__attribute__((device)) int ilogbf(float) noexcept;
__attribute__((device)) double scalbn(double, int) noexcept;
__attribute__((device)) float scalbnf(float, int) noexcept;
__attribute__((device)) double scalbln(double, long) noexcept;
__attribute__((device)) float scalblnf(float, long) noexcept;
__attribute__((device)) double remquo(double, double, int*) noexcept;
__attribute__((device)) float remquof(float, float, int*) noexcept;
__attribute__((device)) double jn(int, double) noexcept;
__attribute__((device)) float jnf(int, float) noexcept;
__attribute__((device)) double yn(int, double) noexcept;
__attribute__((device)) float ynf(int, float) noexcept;
__attribute__((device)) double exp10(double) noexcept;
__attribute__((device)) float exp10f(float) noexcept;
__attribute__((device)) void sincos(double, double*, double*) noexcept;
__attribute__((device)) void sincosf(float, float*, float*) noexcept;
__attribute__((device)) double nan(const char*) noexcept;
__attribute__((device)) float nanf(const char*) noexcept;
__attribute__((device)) clock_t clock(void) noexcept;
}
// clang-format on
#undef GRIDMARK_TWIN
#undef GRIDMARK_TWIN_OF_TWO

#pragma clang force_cuda_host_device begin
#include "cuda_runtime.h"
#pragma clang force_cuda_host_device end

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void* stream = nullptr);

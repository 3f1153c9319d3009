// Vectors.
#include <cmath>

#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {
namespace {

using blas::conjugate;
using blas::RealOf;
using blas::Wide;

template <class T>
cublasStatus_t axpy(Call call, std::int64_t n, const T* alpha, const T* x, std::int64_t incx, T* y,
                    std::int64_t incy) {
  const auto a = call.scalar(alpha);
  const auto from = call.vector(x, n, incx, "x");
  const auto to = call.vector(y, n, incy, "y");
  return call.run([=] {
    const T factor = a();
    for (std::int64_t i = 0; i < to.n; ++i) to[i] += factor * from[i];
  });
}

template <class T, class S>
cublasStatus_t scal(Call call, std::int64_t n, const S* alpha, T* x, std::int64_t incx) {
  const auto a = call.scalar(alpha);
  const auto to = call.vector(x, n, incx, "x");
  return call.run([=] {
    const S factor = a();
    for (std::int64_t i = 0; i < to.n; ++i) to[i] *= factor;
  });
}

template <class T>
cublasStatus_t copy(Call call, std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy) {
  const auto from = call.vector(x, n, incx, "x");
  const auto to = call.vector(y, n, incy, "y");
  return call.run([=] {
    for (std::int64_t i = 0; i < to.n; ++i) to[i] = from[i];
  });
}

template <class T>
cublasStatus_t swap(Call call, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy) {
  const auto one = call.vector(x, n, incx, "x");
  const auto other = call.vector(y, n, incy, "y");
  return call.run([=] {
    for (std::int64_t i = 0; i < one.n; ++i) std::swap(one[i], other[i]);
  });
}

template <class T>
cublasStatus_t dot(Call call, bool conjugated, std::int64_t n, const T* x, std::int64_t incx, const T* y,
                   std::int64_t incy, T* result) {
  const auto left = call.vector(x, n, incx, "x");
  const auto right = call.vector(y, n, incy, "y");
  return call.run_for<T>(result, [=] {
    Wide<T> sum{};
    for (std::int64_t i = 0; i < left.n; ++i)
      sum += Wide<T>(conjugated ? conjugate(left[i]) : left[i]) * Wide<T>(right[i]);
    return static_cast<T>(sum);
  });
}

/// |re| + |im|, as BLAS measures complex elements.
template <class T>
RealOf<T> size_of(T value) {
  return std::abs(std::real(value)) + std::abs(std::imag(value));
}

template <class T>
cublasStatus_t asum(Call call, std::int64_t n, const T* x, std::int64_t incx, RealOf<T>* result) {
  const auto from = call.vector(x, incx > 0 ? n : 0, incx, "x");
  return call.run_for<RealOf<T>>(result, [=] {
    double sum = 0;
    for (std::int64_t i = 0; i < from.n; ++i) sum += size_of(from[i]);
    return static_cast<RealOf<T>>(sum);
  });
}

/// Scaled by the largest element, so that squares neither overflow nor vanish.
template <class T>
cublasStatus_t nrm2(Call call, std::int64_t n, const T* x, std::int64_t incx, RealOf<T>* result) {
  const auto from = call.vector(x, incx > 0 ? n : 0, incx, "x");
  return call.run_for<RealOf<T>>(result, [=] {
    double largest = 0, sum = 0;
    for (std::int64_t i = 0; i < from.n; ++i) {
      const double size = size_of(from[i]);
      if (!(size <= largest)) largest = size;
      if (size != size) return static_cast<RealOf<T>>(size);
    }
    if (largest == 0 || std::isinf(largest)) return static_cast<RealOf<T>>(largest);
    for (std::int64_t i = 0; i < from.n; ++i) {
      const double re = std::real(from[i]) / largest, im = std::imag(from[i]) / largest;
      sum += re * re + im * im;
    }
    return static_cast<RealOf<T>>(largest * std::sqrt(sum));
  });
}

/// Counted from 1, or 0 if there are no elements.
template <class T, class I, class Better>
cublasStatus_t extreme(Call call, std::int64_t n, const T* x, std::int64_t incx, I* result, Better better) {
  const auto from = call.vector(x, incx > 0 ? n : 0, incx, "x");
  return call.run_for<I>(result, [=] {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < from.n; ++i)
      if (better(size_of(from[i]), size_of(from[best]))) best = i;
    return static_cast<I>(from.n > 0 ? best + 1 : 0);
  });
}

template <class T, class S>
cublasStatus_t rot(Call call, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy,
                   const RealOf<T>* c, const S* s) {
  const auto cosine = call.scalar(c);
  const auto sine = call.scalar(s);
  const auto first = call.vector(x, n, incx, "x");
  const auto second = call.vector(y, n, incy, "y");
  return call.run([=] {
    const RealOf<T> co = cosine();
    const S si = sine();
    for (std::int64_t i = 0; i < first.n; ++i) {
      const T turned = co * first[i] + si * second[i];
      second[i] = co * second[i] - conjugate(si) * first[i];
      first[i] = turned;
    }
  });
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

#define GRIDMARK_DEFINE(X, T, I, N)                                                                 \
  cublasStatus_t cublas##X##axpy_v2##N(cublasHandle_t h, I n, const T* a, const T* x, I incx, T* y, \
                                       I incy) {                                                    \
    return axpy({h, "cublas" #X "axpy"}, n, element(a), element(x), incx, element(y), incy);        \
  }                                                                                                 \
  cublasStatus_t cublas##X##scal_v2##N(cublasHandle_t h, I n, const T* a, T* x, I incx) {           \
    return scal({h, "cublas" #X "scal"}, n, element(a), element(x), incx);                          \
  }                                                                                                 \
  cublasStatus_t cublas##X##copy_v2##N(cublasHandle_t h, I n, const T* x, I incx, T* y, I incy) {   \
    return copy({h, "cublas" #X "copy"}, n, element(x), incx, element(y), incy);                    \
  }                                                                                                 \
  cublasStatus_t cublas##X##swap_v2##N(cublasHandle_t h, I n, T* x, I incx, T* y, I incy) {         \
    return swap({h, "cublas" #X "swap"}, n, element(x), incx, element(y), incy);                    \
  }
GRIDMARK_CUBLAS_EACH(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DOT(X, name, T, I, N, conjugated)                                                      \
  cublasStatus_t cublas##X##name##_v2##N(cublasHandle_t h, I n, const T* x, I incx, const T* y, I incy, \
                                         T* r) {                                                        \
    return dot({h, "cublas" #X #name}, conjugated, n, element(x), incx, element(y), incy, element(r));  \
  }
#define GRIDMARK_DEFINE(X, T, I, N) GRIDMARK_DOT(X, dot, T, I, N, false)
GRIDMARK_CUBLAS_REAL(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE
#define GRIDMARK_DEFINE(X, T, I, N) GRIDMARK_DOT(X, dotu, T, I, N, false) GRIDMARK_DOT(X, dotc, T, I, N, true)
GRIDMARK_CUBLAS_COMPLEX(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, R, I, N)                                                    \
  cublasStatus_t cublas##X##asum_v2##N(cublasHandle_t h, I n, const T* x, I incx, R* r) { \
    return asum({h, "cublas" #X "asum"}, n, element(x), incx, r);                         \
  }                                                                                       \
  cublasStatus_t cublas##X##nrm2_v2##N(cublasHandle_t h, I n, const T* x, I incx, R* r) { \
    return nrm2({h, "cublas" #X "nrm2"}, n, element(x), incx, r);                         \
  }
GRIDMARK_CUBLAS_WITH_REAL(GRIDMARK_DEFINE, Sc, Dz)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(x_, T, I, N)                                                                         \
  cublasStatus_t cublasI##x_##amax_v2##N(cublasHandle_t h, I n, const T* x, I incx, I* r) {                  \
    return extreme({h, "cublasI" #x_ "amax"}, n, element(x), incx, r, [](auto a, auto b) { return a > b; }); \
  }                                                                                                          \
  cublasStatus_t cublasI##x_##amin_v2##N(cublasHandle_t h, I n, const T* x, I incx, I* r) {                  \
    return extreme({h, "cublasI" #x_ "amin"}, n, element(x), incx, r, [](auto a, auto b) { return a < b; }); \
  }
GRIDMARK_DEFINE(s, float, int, )
GRIDMARK_DEFINE(d, double, int, )
GRIDMARK_DEFINE(c, cuComplex, int, )
GRIDMARK_DEFINE(z, cuDoubleComplex, int, )
GRIDMARK_DEFINE(s, float, int64_t, _64)
GRIDMARK_DEFINE(d, double, int64_t, _64)
GRIDMARK_DEFINE(c, cuComplex, int64_t, _64)
GRIDMARK_DEFINE(z, cuDoubleComplex, int64_t, _64)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, R, I, N)                                                               \
  cublasStatus_t cublas##X##scal_v2##N(cublasHandle_t h, I n, const R* a, T* x, I incx) {            \
    return scal({h, "cublas" #X "scal"}, n, a, element(x), incx);                                    \
  }                                                                                                  \
  cublasStatus_t cublas##X##rot_v2##N(cublasHandle_t h, I n, T* x, I incx, T* y, I incy, const R* c, \
                                      const R* s) {                                                  \
    return rot({h, "cublas" #X "rot"}, n, element(x), incx, element(y), incy, c, s);                 \
  }
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DEFINE, Cs, Zd)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, R, I, N)                                                               \
  cublasStatus_t cublas##X##rot_v2##N(cublasHandle_t h, I n, T* x, I incx, T* y, I incy, const R* c, \
                                      const T* s) {                                                  \
    return rot({h, "cublas" #X "rot"}, n, element(x), incx, element(y), incy, c, element(s));        \
  }
GRIDMARK_CUBLAS_WITH_REAL(GRIDMARK_DEFINE, C, Z)
#undef GRIDMARK_DEFINE

}  // extern "C"

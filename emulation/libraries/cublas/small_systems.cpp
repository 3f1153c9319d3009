// Many small systems at once: factorisation, solution and inversion, and many products with vectors.
#include <vector>

#include "emulation/libraries/blas/triangle.h"
#include "emulation/libraries/cublas/call.h"
#include "emulation/libraries/cublas/level2.h"

namespace gridmark::cublas {
namespace {

template <class T>
std::size_t span(std::int64_t rows, std::int64_t cols, std::int64_t leading) {
  return rows > 0 && cols > 0 ? static_cast<std::size_t>((cols - 1) * leading + rows) * sizeof(T) : 0;
}

template <class T>
void name_pointers(Call& call, T* const* at, std::int64_t count, const char* operand) {
  call.touches(at, static_cast<std::size_t>(count) * sizeof(T*), false, operand);
}

/// A = P L U in place, as LAPACK's getrf. Pivots count from 1, null for none. Returns 0, or the place of the
/// first zero pivot, counted from 1.
template <class T>
int factorise(const View<T>& a, int* pivots) {
  const std::int64_t n = a.rows;
  int singular = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t best = k;
    for (std::int64_t i = k + 1; pivots && i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    if (pivots) pivots[k] = static_cast<int>(best + 1);
    for (std::int64_t j = 0; best != k && j < n; ++j) std::swap(a(k, j), a(best, j));
    if (a(k, k) == T(0)) {
      if (!singular) singular = static_cast<int>(k + 1);
      continue;
    }
    for (std::int64_t i = k + 1; i < n; ++i) a(i, k) /= a(k, k);
    for (std::int64_t j = k + 1; j < n; ++j)
      for (std::int64_t i = k + 1; i < n; ++i) a(i, j) -= a(i, k) * a(k, j);
  }
  return singular;
}

/// B = op(A)^-1 B for a factorised A.
template <class T>
void solve(cublasOperation_t trans, const View<const T>& lu, const int* pivots, const View<T>& b) {
  const std::int64_t n = lu.rows;
  const auto exchange = [&](std::int64_t k) {
    const std::int64_t other = pivots[k] - 1;
    for (std::int64_t j = 0; other != k && j < b.cols; ++j) std::swap(b(k, j), b(other, j));
  };
  const View<const T> turned = applied(trans, lu);
  if (trans == CUBLAS_OP_N) {
    for (std::int64_t k = 0; pivots && k < n; ++k) exchange(k);
    blas::solve_triangle<T>({turned, true, true}, b);
    blas::solve_triangle<T>({turned, false, false}, b);
  } else {
    blas::solve_triangle<T>({turned, true, false}, b);
    blas::solve_triangle<T>({turned, false, true}, b);
    for (std::int64_t k = n - 1; pivots && k >= 0; --k) exchange(k);
  }
}

template <class T>
void invert(const View<const T>& lu, const int* pivots, const View<T>& to) {
  for (std::int64_t j = 0; j < to.cols; ++j)
    for (std::int64_t i = 0; i < to.rows; ++i) to(i, j) = i == j ? T(1) : T(0);
  solve(CUBLAS_OP_N, lu, pivots, to);
}

template <class T>
cublasStatus_t getrf(Call call, std::int64_t n, T* const* a, std::int64_t lda, int* pivots, int* info,
                     std::int64_t count) {
  call.require(n >= 0 && count >= 0 && lda >= std::max(std::int64_t{1}, n));
  if (!call.is_sound()) return call.status();
  name_pointers(call, a, count, "A");
  if (pivots) call.touches(pivots, static_cast<std::size_t>(n * count) * sizeof(int), true, "P");
  call.touches(info, static_cast<std::size_t>(count) * sizeof(int), true, "info");
  return call.run([=, name = call.name()] {
    for (std::int64_t i = 0; i < count; ++i) {
      emulation::touch_operand(name, {a[i], span<T>(n, n, lda), true, "A"});
      info[i] = factorise(blas::column_major(a[i], n, n, lda), pivots ? pivots + i * n : nullptr);
    }
  });
}

template <class T>
cublasStatus_t getri(Call call, std::int64_t n, const T* const* a, std::int64_t lda, const int* pivots,
                     T* const* c, std::int64_t ldc, int* info, std::int64_t count) {
  call.require(n >= 0 && count >= 0 && lda >= std::max(std::int64_t{1}, n) &&
               ldc >= std::max(std::int64_t{1}, n));
  if (!call.is_sound()) return call.status();
  name_pointers(call, a, count, "A");
  name_pointers(call, c, count, "C");
  if (pivots) call.touches(pivots, static_cast<std::size_t>(n * count) * sizeof(int), false, "P");
  call.touches(info, static_cast<std::size_t>(count) * sizeof(int), true, "info");
  return call.run([=, name = call.name()] {
    for (std::int64_t i = 0; i < count; ++i) {
      emulation::touch_operand(name, {a[i], span<T>(n, n, lda), false, "A"});
      emulation::touch_operand(name, {c[i], span<T>(n, n, ldc), true, "C"});
      const View<const T> lu = blas::column_major(a[i], n, n, lda);
      info[i] = 0;
      for (std::int64_t k = n - 1; k >= 0; --k)
        if (lu(k, k) == T(0)) info[i] = static_cast<int>(k + 1);
      if (info[i] == 0) invert(lu, pivots ? pivots + i * n : nullptr, blas::column_major(c[i], n, n, ldc));
    }
  });
}

/// `info` is on the host. It reports wrong arguments only.
template <class T>
cublasStatus_t getrs(Call call, cublasOperation_t trans, std::int64_t n, std::int64_t columns,
                     const T* const* a, std::int64_t lda, const int* pivots, T* const* b, std::int64_t ldb,
                     int* info, std::int64_t count) {
  call.require(n >= 0 && columns >= 0 && count >= 0 && info && is_operation(trans) &&
               lda >= std::max(std::int64_t{1}, n) && ldb >= std::max(std::int64_t{1}, n));
  if (!call.is_sound()) return call.status();
  *info = 0;
  name_pointers(call, a, count, "A");
  name_pointers(call, b, count, "B");
  if (pivots) call.touches(pivots, static_cast<std::size_t>(n * count) * sizeof(int), false, "devIpiv");
  return call.run([=, name = call.name()] {
    for (std::int64_t i = 0; i < count; ++i) {
      emulation::touch_operand(name, {a[i], span<T>(n, n, lda), false, "A"});
      emulation::touch_operand(name, {b[i], span<T>(n, columns, ldb), true, "B"});
      solve<T>(trans, blas::column_major(a[i], n, n, lda), pivots ? pivots + i * n : nullptr,
               blas::column_major(b[i], n, columns, ldb));
    }
  });
}

template <class T>
cublasStatus_t matinv(Call call, std::int64_t n, const T* const* a, std::int64_t lda, T* const* c,
                      std::int64_t ldc, int* info, std::int64_t count) {
  call.require(n >= 0 && n <= 32 && count >= 0 && lda >= std::max(std::int64_t{1}, n) &&
               ldc >= std::max(std::int64_t{1}, n));
  if (!call.is_sound()) return call.status();
  name_pointers(call, a, count, "A");
  name_pointers(call, c, count, "Ainv");
  call.touches(info, static_cast<std::size_t>(count) * sizeof(int), true, "info");
  return call.run([=, name = call.name()] {
    for (std::int64_t i = 0; i < count; ++i) {
      emulation::touch_operand(name, {a[i], span<T>(n, n, lda), false, "A"});
      emulation::touch_operand(name, {c[i], span<T>(n, n, ldc), true, "Ainv"});
      std::vector<T> copy(static_cast<std::size_t>(n * n));
      std::vector<int> pivots(static_cast<std::size_t>(n));
      const View<T> lu = blas::column_major(copy.data(), n, n, n);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t row = 0; row < n; ++row) lu(row, j) = a[i][row + j * lda];
      info[i] = factorise(lu, pivots.data());
      if (info[i] == 0) invert(lu.readable(), pivots.data(), blas::column_major(c[i], n, n, ldc));
    }
  });
}

/// The places of the operands of each product of a batch.
template <class T>
struct VectorBatch {
  const T *a = nullptr, *x = nullptr;
  T* y = nullptr;
  std::int64_t stride_a = 0, stride_x = 0, stride_y = 0;
  const T* const* all_a = nullptr;
  const T* const* all_x = nullptr;
  T* const* all_y = nullptr;
};

template <class T>
cublasStatus_t gemv(Call call, cublasOperation_t trans, std::int64_t m, std::int64_t n, const T* alpha,
                    std::int64_t lda, std::int64_t incx, const T* beta, std::int64_t incy,
                    const VectorBatch<T>& batch, std::int64_t count) {
  call.require(m >= 0 && n >= 0 && count >= 0 && incx != 0 && incy != 0 && is_operation(trans) &&
               lda >= std::max(std::int64_t{1}, m));
  const auto factor = call.scalar(alpha), keep = call.scalar(beta);
  if (!call.is_sound() || m == 0 || n == 0) return call.status();
  if (batch.all_a) {
    name_pointers(call, batch.all_a, count, "Aarray");
    name_pointers(call, batch.all_x, count, "xarray");
    name_pointers(call, batch.all_y, count, "yarray");
  }
  const bool turned = trans == CUBLAS_OP_T || trans == CUBLAS_OP_C;
  const std::int64_t in = turned ? m : n, out = turned ? n : m;
  return call.run([=, name = call.name()] {
    for (std::int64_t i = 0; i < count; ++i) {
      const T* a = batch.all_a ? batch.all_a[i] : batch.a + i * batch.stride_a;
      const T* x = batch.all_x ? batch.all_x[i] : batch.x + i * batch.stride_x;
      T* y = batch.all_y ? batch.all_y[i] : batch.y + i * batch.stride_y;
      emulation::touch_operand(name, {a, span<T>(m, n, lda), false, "A"});
      emulation::touch_operand(name, {x, span<T>(1, in, std::abs(incx)), false, "x"});
      emulation::touch_operand(name, {y, span<T>(1, out, std::abs(incy)), true, "y"});
      multiply_general(factor(), applied(trans, blas::column_major(a, m, n, lda)),
                       Vector<const T>(x, in, incx), keep(), Vector<T>(y, out, incy));
    }
  });
}

template <class T>
auto elements(const T* const* at) {
  return reinterpret_cast<const typename Element<T>::type* const*>(at);
}
template <class T>
auto elements(T* const* at) {
  return reinterpret_cast<typename Element<T>::type* const*>(at);
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

#define GRIDMARK_DEFINE(X, T)                                                                                \
  cublasStatus_t cublas##X##getrfBatched(cublasHandle_t h, int n, T* const a[], int lda, int* p, int* info,  \
                                         int count) {                                                        \
    return getrf({h, "cublas" #X "getrfBatched"}, n, elements<T>(a), lda, p, info, count);                   \
  }                                                                                                          \
  cublasStatus_t cublas##X##getriBatched(cublasHandle_t h, int n, const T* const a[], int lda, const int* p, \
                                         T* const c[], int ldc, int* info, int count) {                      \
    return getri({h, "cublas" #X "getriBatched"}, n, elements<T>(a), lda, p, elements<T>(c), ldc, info,      \
                 count);                                                                                     \
  }                                                                                                          \
  cublasStatus_t cublas##X##getrsBatched(cublasHandle_t h, cublasOperation_t trans, int n, int columns,      \
                                         const T* const a[], int lda, const int* p, T* const b[], int ldb,   \
                                         int* info, int count) {                                             \
    return getrs({h, "cublas" #X "getrsBatched"}, trans, n, columns, elements<T>(a), lda, p, elements<T>(b), \
                 ldb, info, count);                                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##X##matinvBatched(cublasHandle_t h, int n, const T* const a[], int lda,              \
                                          T* const c[], int ldc, int* info, int count) {                     \
    return matinv({h, "cublas" #X "matinvBatched"}, n, elements<T>(a), lda, elements<T>(c), ldc, info,       \
                  count);                                                                                    \
  }
GRIDMARK_DEFINE(S, float)
GRIDMARK_DEFINE(D, double)
GRIDMARK_DEFINE(C, cuComplex)
GRIDMARK_DEFINE(Z, cuDoubleComplex)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, I, N)                                                                          \
  cublasStatus_t cublas##X##gemvStridedBatched##N(cublasHandle_t h, cublasOperation_t trans, I m, I n,       \
                                                  const T* alpha, const T* a, I lda, long long int sa,       \
                                                  const T* x, I incx, long long int sx, const T* beta, T* y, \
                                                  I incy, long long int sy, I count) {                       \
    VectorBatch<Element<T>::type> batch{element(a), element(x), element(y), sa, sx, sy};                     \
    return gemv({h, "cublas" #X "gemvStridedBatched"}, trans, m, n, element(alpha), lda, incx,               \
                element(beta), incy, batch, count);                                                          \
  }                                                                                                          \
  cublasStatus_t cublas##X##gemvBatched##N(cublasHandle_t h, cublasOperation_t trans, I m, I n,              \
                                           const T* alpha, const T* const a[], I lda, const T* const x[],    \
                                           I incx, const T* beta, T* const y[], I incy, I count) {           \
    VectorBatch<Element<T>::type> batch;                                                                     \
    batch.all_a = elements<T>(a);                                                                            \
    batch.all_x = elements<T>(x);                                                                            \
    batch.all_y = elements<T>(y);                                                                            \
    return gemv({h, "cublas" #X "gemvBatched"}, trans, m, n, element(alpha), lda, incx, element(beta), incy, \
                batch, count);                                                                               \
  }
GRIDMARK_CUBLAS_EACH(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

}  // extern "C"

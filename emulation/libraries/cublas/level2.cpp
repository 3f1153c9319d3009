// A matrix and vectors.
#include "emulation/libraries/cublas/level2.h"

#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {
namespace {

bool is_lower(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER; }

template <class T>
Dense<T> dense(Call& call, cublasFillMode_t uplo, T* a, std::int64_t n, std::int64_t lda) {
  call.require(n >= 0 && is_fill(uplo));
  call.matrix(a, n, n, lda, "A");
  return {a, n, lda, is_lower(uplo)};
}
template <class T>
Band<T> band(Call& call, cublasFillMode_t uplo, T* a, std::int64_t n, std::int64_t k, std::int64_t lda) {
  call.require(n >= 0 && k >= 0 && is_fill(uplo) && lda >= k + 1);
  call.matrix(a, k + 1, n, lda, "A");
  return {a, n, lda, is_lower(uplo), k};
}
template <class T>
Packed<T> packed(Call& call, cublasFillMode_t uplo, T* a, std::int64_t n) {
  call.require(n >= 0 && is_fill(uplo));
  const std::int64_t elements = n * (n + 1) / 2;
  call.matrix(a, elements, 1, std::max(elements, std::int64_t{1}), "AP");
  return {a, n, is_lower(uplo)};
}

template <class T>
Vector<T> stepped(Call& call, T* x, std::int64_t n, std::int64_t increment, const char* name) {
  call.require(increment != 0);
  return call.vector(x, n, increment, name);
}

template <class T>
cublasStatus_t gemv(Call call, cublasOperation_t trans, std::int64_t m, std::int64_t n, const T* alpha,
                    const T* a, std::int64_t lda, const T* x, std::int64_t incx, const T* beta, T* y,
                    std::int64_t incy) {
  call.require(m >= 0 && n >= 0 && is_operation(trans));
  const auto factor = call.scalar(alpha), keep = call.scalar(beta);
  const View<const T> matrix = applied(trans, call.matrix(a, m, n, lda, "A"));
  const auto from = stepped(call, x, matrix.cols, incx, "x");
  const auto to = stepped(call, y, matrix.rows, incy, "y");
  return call.run([=] { multiply_general(factor(), matrix, from, keep(), to); });
}

template <class T>
cublasStatus_t gbmv(Call call, cublasOperation_t trans, std::int64_t m, std::int64_t n, std::int64_t kl,
                    std::int64_t ku, const T* alpha, const T* a, std::int64_t lda, const T* x,
                    std::int64_t incx, const T* beta, T* y, std::int64_t incy) {
  call.require(m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && is_operation(trans));
  const auto factor = call.scalar(alpha), keep = call.scalar(beta);
  call.matrix(a, kl + ku + 1, n, lda, "A");
  const bool turned = trans == CUBLAS_OP_T || trans == CUBLAS_OP_C;
  const bool conjugated = trans == CUBLAS_OP_C;
  const auto from = stepped(call, x, turned ? m : n, incx, "x");
  const auto to = stepped(call, y, turned ? n : m, incy, "y");
  return call.run([=] {
    std::vector<T> sum(static_cast<std::size_t>(to.n));
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t i = std::max(std::int64_t{0}, j - ku); i < std::min(m, j + kl + 1); ++i) {
        const T value = a[ku + i - j + j * lda];
        sum[static_cast<std::size_t>(turned ? j : i)] +=
            (conjugated ? conjugate(value) : value) * from[turned ? i : j];
      }
    }
    accumulate(factor(), sum, keep(), to);
  });
}

template <class T, class Store>
cublasStatus_t symmetric(Call& call, const Store& a, bool hermitian, const T* alpha, const T* x,
                         std::int64_t incx, const T* beta, T* y, std::int64_t incy) {
  const auto factor = call.scalar(alpha), keep = call.scalar(beta);
  const auto from = stepped(call, x, a.n, incx, "x");
  const auto to = stepped(call, y, a.n, incy, "y");
  return call.run([=] { multiply_symmetric(factor(), a, hermitian, from, keep(), to); });
}

template <class T, class Store>
cublasStatus_t triangular(Call& call, const Store& a, bool solve, cublasOperation_t trans,
                          cublasDiagType_t diag, T* x, std::int64_t incx) {
  call.require(is_operation(trans) && (diag == CUBLAS_DIAG_UNIT || diag == CUBLAS_DIAG_NON_UNIT));
  const auto to = stepped(call, x, a.n, incx, "x");
  const Use use{trans == CUBLAS_OP_T || trans == CUBLAS_OP_C,
                trans == CUBLAS_OP_C || trans == CUBLAS_OP_CONJG, diag == CUBLAS_DIAG_UNIT};
  return call.run([=] { solve ? solve_triangular<T>(a, use, to) : multiply_triangular<T>(a, use, to); });
}

template <class T, class S, class Store>
cublasStatus_t rank_one(Call& call, const Store& a, bool hermitian, const S* alpha, const T* x,
                        std::int64_t incx) {
  const auto factor = call.scalar(alpha);
  const auto from = stepped(call, x, a.n, incx, "x");
  return call.run([=] { update_triangle(a, hermitian, T(factor()), from, from, false); });
}

template <class T, class Store>
cublasStatus_t rank_two(Call& call, const Store& a, bool hermitian, const T* alpha, const T* x,
                        std::int64_t incx, const T* y, std::int64_t incy) {
  const auto factor = call.scalar(alpha);
  const auto left = stepped(call, x, a.n, incx, "x");
  const auto right = stepped(call, y, a.n, incy, "y");
  return call.run([=] { update_triangle(a, hermitian, factor(), left, right, true); });
}

template <class T>
cublasStatus_t ger(Call call, bool conjugated, std::int64_t m, std::int64_t n, const T* alpha, const T* x,
                   std::int64_t incx, const T* y, std::int64_t incy, T* a, std::int64_t lda) {
  call.require(m >= 0 && n >= 0);
  const auto factor = call.scalar(alpha);
  const auto left = stepped(call, x, m, incx, "x");
  const auto right = stepped(call, y, n, incy, "y");
  const auto to = call.matrix(a, m, n, lda, "A");
  return call.run([=] {
    for (std::int64_t j = 0; j < n; ++j) {
      const T scaled = factor() * (conjugated ? conjugate(right[j]) : right[j]);
      for (std::int64_t i = 0; i < m; ++i) to(i, j) += left[i] * scaled;
    }
  });
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

#define GRIDMARK_DENSE(X, mv, r2, T, I, N, hermitian)                                                        \
  cublasStatus_t cublas##X##mv##_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha,         \
                                       const T* a, I lda, const T* x, I incx, const T* beta, T* y, I incy) { \
    Call call(h, "cublas" #X #mv);                                                                           \
    return symmetric(call, dense(call, uplo, element(a), n, lda), hermitian, element(alpha), element(x),     \
                     incx, element(beta), element(y), incy);                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##X##r2##_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha,         \
                                       const T* x, I incx, const T* y, I incy, T* a, I lda) {                \
    Call call(h, "cublas" #X #r2);                                                                           \
    return rank_two(call, dense(call, uplo, element(a), n, lda), hermitian, element(alpha), element(x),      \
                    incx, element(y), incy);                                                                 \
  }
#define GRIDMARK_GER(X, name, T, I, N, conjugated)                                                           \
  cublasStatus_t cublas##X##name##_v2##N(cublasHandle_t h, I m, I n, const T* alpha, const T* x, I incx,     \
                                         const T* y, I incy, T* a, I lda) {                                  \
    return ger({h, "cublas" #X #name}, conjugated, m, n, element(alpha), element(x), incx, element(y), incy, \
               element(a), lda);                                                                             \
  }
#define GRIDMARK_TRIANGULAR(X, T, I, N, name, solve, parameters, store)    \
  cublasStatus_t cublas##X##name##_v2##N parameters {                      \
    Call call(h, "cublas" #X #name);                                       \
    const auto stored = store;                                             \
    return triangular(call, stored, solve, trans, diag, element(x), incx); \
  }

extern "C" {

#define GRIDMARK_DEFINE(X, T, I, N)                                                                          \
  cublasStatus_t cublas##X##gemv_v2##N(cublasHandle_t h, cublasOperation_t trans, I m, I n, const T* alpha,  \
                                       const T* a, I lda, const T* x, I incx, const T* beta, T* y, I incy) { \
    return gemv({h, "cublas" #X "gemv"}, trans, m, n, element(alpha), element(a), lda, element(x), incx,     \
                element(beta), element(y), incy);                                                            \
  }                                                                                                          \
  cublasStatus_t cublas##X##gbmv_v2##N(cublasHandle_t h, cublasOperation_t trans, I m, I n, I kl, I ku,      \
                                       const T* alpha, const T* a, I lda, const T* x, I incx, const T* beta, \
                                       T* y, I incy) {                                                       \
    return gbmv({h, "cublas" #X "gbmv"}, trans, m, n, kl, ku, element(alpha), element(a), lda, element(x),   \
                incx, element(beta), element(y), incy);                                                      \
  }                                                                                                          \
  GRIDMARK_TRIANGULAR(X, T, I, N, trmv, false,                                                               \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, const T* a, I lda, T* x, I incx),                         \
                      dense(call, uplo, element(a), n, lda))                                                 \
  GRIDMARK_TRIANGULAR(X, T, I, N, trsv, true,                                                                \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, const T* a, I lda, T* x, I incx),                         \
                      dense(call, uplo, element(a), n, lda))                                                 \
  GRIDMARK_TRIANGULAR(X, T, I, N, tbmv, false,                                                               \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, I k, const T* a, I lda, T* x, I incx),                    \
                      band(call, uplo, element(a), n, k, lda))                                               \
  GRIDMARK_TRIANGULAR(X, T, I, N, tbsv, true,                                                                \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, I k, const T* a, I lda, T* x, I incx),                    \
                      band(call, uplo, element(a), n, k, lda))                                               \
  GRIDMARK_TRIANGULAR(X, T, I, N, tpmv, false,                                                               \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, const T* a, T* x, I incx),                                \
                      packed(call, uplo, element(a), n))                                                     \
  GRIDMARK_TRIANGULAR(X, T, I, N, tpsv, true,                                                                \
                      (cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,                     \
                       cublasDiagType_t diag, I n, const T* a, T* x, I incx),                                \
                      packed(call, uplo, element(a), n))                                                     \
  GRIDMARK_DENSE(X, symv, syr2, T, I, N, false)                                                              \
  cublasStatus_t cublas##X##syr_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha,          \
                                      const T* x, I incx, T* a, I lda) {                                     \
    Call call(h, "cublas" #X "syr");                                                                         \
    return rank_one(call, dense(call, uplo, element(a), n, lda), false, element(alpha), element(x), incx);   \
  }
GRIDMARK_CUBLAS_EACH(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, I, N, hermitian)                                                              \
  cublasStatus_t cublas##X##bmv_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, I k, const T* alpha,    \
                                      const T* a, I lda, const T* x, I incx, const T* beta, T* y, I incy) { \
    Call call(h, "cublas" #X "bmv");                                                                        \
    return symmetric(call, band(call, uplo, element(a), n, k, lda), hermitian, element(alpha), element(x),  \
                     incx, element(beta), element(y), incy);                                                \
  }                                                                                                         \
  cublasStatus_t cublas##X##pmv_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha,         \
                                      const T* a, const T* x, I incx, const T* beta, T* y, I incy) {        \
    Call call(h, "cublas" #X "pmv");                                                                        \
    return symmetric(call, packed(call, uplo, element(a), n), hermitian, element(alpha), element(x), incx,  \
                     element(beta), element(y), incy);                                                      \
  }                                                                                                         \
  cublasStatus_t cublas##X##pr2_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha,         \
                                      const T* x, I incx, const T* y, I incy, T* a) {                       \
    Call call(h, "cublas" #X "pr2");                                                                        \
    return rank_two(call, packed(call, uplo, element(a), n), hermitian, element(alpha), element(x), incx,   \
                    element(y), incy);                                                                      \
  }
GRIDMARK_DEFINE(Ss, float, int, , false)
GRIDMARK_DEFINE(Ds, double, int, , false)
GRIDMARK_DEFINE(Ss, float, int64_t, _64, false)
GRIDMARK_DEFINE(Ds, double, int64_t, _64, false)
GRIDMARK_DEFINE(Ch, cuComplex, int, , true)
GRIDMARK_DEFINE(Zh, cuDoubleComplex, int, , true)
GRIDMARK_DEFINE(Ch, cuComplex, int64_t, _64, true)
GRIDMARK_DEFINE(Zh, cuDoubleComplex, int64_t, _64, true)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, I, N)                                                                 \
  GRIDMARK_GER(X, ger, T, I, N, false)                                                              \
  cublasStatus_t cublas##X##spr_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const T* alpha, \
                                      const T* x, I incx, T* a) {                                   \
    Call call(h, "cublas" #X "spr");                                                                \
    return rank_one(call, packed(call, uplo, a, n), false, alpha, x, incx);                         \
  }
GRIDMARK_CUBLAS_REAL(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, I, N)     \
  GRIDMARK_GER(X, geru, T, I, N, false) \
  GRIDMARK_GER(X, gerc, T, I, N, true)  \
  GRIDMARK_DENSE(X, hemv, her2, T, I, N, true)
GRIDMARK_CUBLAS_COMPLEX(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, R, I, N)                                                              \
  cublasStatus_t cublas##X##her_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const R* alpha, \
                                      const T* x, I incx, T* a, I lda) {                            \
    Call call(h, "cublas" #X "her");                                                                \
    return rank_one(call, dense(call, uplo, element(a), n, lda), true, alpha, element(x), incx);    \
  }                                                                                                 \
  cublasStatus_t cublas##X##hpr_v2##N(cublasHandle_t h, cublasFillMode_t uplo, I n, const R* alpha, \
                                      const T* x, I incx, T* a) {                                   \
    Call call(h, "cublas" #X "hpr");                                                                \
    return rank_one(call, packed(call, uplo, element(a), n), true, alpha, element(x), incx);        \
  }
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DEFINE, C, Z)
#undef GRIDMARK_DEFINE

}  // extern "C"

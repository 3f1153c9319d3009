// Matrices with matrices, except products of two general ones (gemm.cpp).
#include "emulation/libraries/blas/triangle.h"
#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {
namespace {

using blas::RealOf;
using blas::Triangle;

bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }

template <class T>
cublasStatus_t symm(Call call, bool hermitian, cublasSideMode_t side, cublasFillMode_t uplo, std::int64_t m,
                    std::int64_t n, const T* alpha, const T* a, std::int64_t lda, const T* b,
                    std::int64_t ldb, const T* beta, T* c, std::int64_t ldc) {
  call.require(m >= 0 && n >= 0 && is_fill(uplo) && is_side(side));
  const auto factor = call.scalar(alpha), keep = call.scalar(beta);
  const std::int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;
  const auto half = call.matrix(a, order, order, lda, "A");
  const auto other = call.matrix(b, m, n, ldb, "B");
  const auto to = call.matrix(c, m, n, ldc, "C");
  call.asks_product<T>(m, n, order);
  return call.run([=] {
    const std::vector<T> storage = blas::whole_matrix(half, uplo == CUBLAS_FILL_MODE_LOWER, hermitian);
    const auto whole = blas::column_major(storage.data(), order, order, order);
    if (side == CUBLAS_SIDE_LEFT)
      blas::matrix_product(factor(), whole, other, keep(), to);
    else
      blas::matrix_product(factor(), other, whole, keep(), to);
  });
}

/// C = alpha op(A) op(B)' + beta C, and for `both` conj(alpha) op(B) op(A)' as well. ' is the transpose, or
/// the conjugate transpose if `hermitian`.
template <class T, class A, class B>
cublasStatus_t rank_k(Call call, bool hermitian, bool both, cublasFillMode_t uplo, cublasOperation_t trans,
                      std::int64_t n, std::int64_t k, const A* alpha, const T* a, std::int64_t lda,
                      const T* b, std::int64_t ldb, const B* beta, T* c, std::int64_t ldc) {
  call.require(n >= 0 && k >= 0 && is_fill(uplo) && is_operation(trans));
  call.require(!hermitian || trans != CUBLAS_OP_T);
  const auto factor = call.scalar(alpha);
  const auto keep = call.scalar(beta);
  // A real or symmetric update uses A' A for both ways to transpose.
  const cublasOperation_t turn = trans == CUBLAS_OP_N ? CUBLAS_OP_N : hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const View<const T> left = applied(turn, operand(call, turn, a, n, k, lda, "A"));
  const View<const T> right = applied(turn, operand(call, turn, b, n, k, ldb, "B"));
  const auto to = call.matrix(c, n, n, ldc, "C");
  const auto mirrored = [=](const View<const T>& view) {
    return hermitian ? view.adjoint() : view.transposed();
  };
  call.asks_product<T>(n, n, k, both ? 1 : 0.5);
  return call.run([=] {
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    const T scale = T(factor());
    blas::triangle_of_product(scale, left, mirrored(right), T(keep()), to, lower, hermitian);
    if (both)
      blas::triangle_of_product(hermitian ? blas::conjugate(scale) : scale, right, mirrored(left), T(1), to,
                                lower, hermitian);
  });
}

struct TriangleUse {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;

  bool is_sound() const {
    return is_side(side) && is_fill(uplo) && is_operation(trans) &&
           (diag == CUBLAS_DIAG_UNIT || diag == CUBLAS_DIAG_NON_UNIT);
  }
};

/// op(A) as a factor on the left of B or, for the right side, of B's transpose.
template <class T>
Triangle<T> from_the_left(const TriangleUse& use, const View<const T>& a) {
  const bool turned = use.trans == CUBLAS_OP_T || use.trans == CUBLAS_OP_C;
  const bool lower = (use.uplo == CUBLAS_FILL_MODE_LOWER) != turned;
  const Triangle<T> t{applied(use.trans, a), lower, use.diag == CUBLAS_DIAG_UNIT};
  return use.side == CUBLAS_SIDE_LEFT ? t : t.transposed();
}

template <class T>
void scale_copy(T alpha, const View<const T>& from, const View<T>& to) {
  for (std::int64_t j = 0; j < to.cols; ++j)
    for (std::int64_t i = 0; i < to.rows; ++i) to(i, j) = alpha == T(0) ? T(0) : alpha * from(i, j);
}

/// to = alpha * op(A)^(+-1) * from, or from the right.
template <class T>
void apply_triangle(const TriangleUse& use, bool solve, T alpha, const View<const T>& a,
                    const View<const T>& from, const View<T>& to) {
  scale_copy(alpha, from, to);
  if (alpha == T(0)) return;
  const Triangle<T> triangle = from_the_left(use, a);
  const View<T> target = use.side == CUBLAS_SIDE_LEFT ? to : to.transposed();
  solve ? blas::solve_triangle(triangle, target) : blas::multiply_triangle(triangle, target);
}

template <class T>
cublasStatus_t triangular(Call call, bool solve, const TriangleUse& use, std::int64_t m, std::int64_t n,
                          const T* alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T* c,
                          std::int64_t ldc) {
  call.require(m >= 0 && n >= 0 && use.is_sound());
  const auto factor = call.scalar(alpha);
  const std::int64_t order = use.side == CUBLAS_SIDE_LEFT ? m : n;
  const auto matrix = call.matrix(a, order, order, lda, "A");
  const auto from = call.matrix(b, m, n, ldb, "B");
  const auto to = call.matrix(c, m, n, ldc, "C");
  call.asks_product<T>(m, n, order, 0.5);
  return call.run([=] { apply_triangle(use, solve, factor(), matrix, from, to); });
}

template <class T>
cublasStatus_t trsm_batched(Call call, const TriangleUse& use, std::int64_t m, std::int64_t n, const T* alpha,
                            const T* const* a, std::int64_t lda, T* const* b, std::int64_t ldb,
                            std::int64_t count) {
  const std::int64_t order = use.side == CUBLAS_SIDE_LEFT ? m : n;
  call.require(m >= 0 && n >= 0 && count >= 0 && use.is_sound());
  call.require(lda >= std::max(std::int64_t{1}, order) && ldb >= std::max(std::int64_t{1}, m));
  const auto factor = call.scalar(alpha);
  const auto bytes = static_cast<std::size_t>(std::max(count, std::int64_t{0})) * sizeof(void*);
  call.touches(a, bytes, false, "A");
  call.touches(b, bytes, false, "B");
  return call.run([=, name = call.name()] {
    if (m == 0 || n == 0) return;
    const auto bytes_of = [](std::int64_t rows, std::int64_t cols, std::int64_t leading) {
      return static_cast<std::size_t>((cols - 1) * leading + rows) * sizeof(T);
    };
    for (std::int64_t i = 0; i < count; ++i) {
      emulation::touch_operand(name, {a[i], bytes_of(order, order, lda), false, "A"});
      emulation::touch_operand(name, {b[i], bytes_of(m, n, ldb), true, "B"});
      const View<T> to = blas::column_major(b[i], m, n, ldb);
      apply_triangle(use, true, factor(), blas::column_major(a[i], order, order, lda), to.readable(), to);
    }
  });
}

template <class T>
cublasStatus_t geam(Call call, cublasOperation_t transa, cublasOperation_t transb, std::int64_t m,
                    std::int64_t n, const T* alpha, const T* a, std::int64_t lda, const T* beta, const T* b,
                    std::int64_t ldb, T* c, std::int64_t ldc) {
  call.require(m >= 0 && n >= 0);
  const auto first = call.scalar(alpha), second = call.scalar(beta);
  // A matrix whose factor is 0 does not need to exist.
  View<const T> left{nullptr, m, n}, right{nullptr, m, n};
  if (!first.is_zero_now()) left = applied(transa, operand(call, transa, a, m, n, lda, "A"));
  if (!second.is_zero_now()) right = applied(transb, operand(call, transb, b, m, n, ldb, "B"));
  const auto to = call.matrix(c, m, n, ldc, "C");
  return call.run([=] {
    const T f = first(), g = second();
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        to(i, j) = (f == T(0) ? T(0) : f * left.get(i, j)) + (g == T(0) ? T(0) : g * right.get(i, j));
  });
}

template <class T>
cublasStatus_t dgmm(Call call, cublasSideMode_t side, std::int64_t m, std::int64_t n, const T* a,
                    std::int64_t lda, const T* x, std::int64_t incx, T* c, std::int64_t ldc) {
  call.require(m >= 0 && n >= 0 && is_side(side));
  const auto from = call.matrix(a, m, n, lda, "A");
  const auto diagonal = call.vector(x, side == CUBLAS_SIDE_LEFT ? m : n, incx, "x");
  const auto to = call.matrix(c, m, n, ldc, "C");
  return call.run([=] {
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i) to(i, j) = from(i, j) * diagonal[side == CUBLAS_SIDE_LEFT ? i : j];
  });
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

#define GRIDMARK_SYMM(X, name, T, I, N, hermitian)                                                       \
  cublasStatus_t cublas##X##name##_v2##N(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, \
                                         I m, I n, const T* alpha, const T* a, I lda, const T* b, I ldb, \
                                         const T* beta, T* c, I ldc) {                                   \
    return symm({h, "cublas" #X #name}, hermitian, side, uplo, m, n, element(alpha), element(a), lda,    \
                element(b), ldb, element(beta), element(c), ldc);                                        \
  }
#define GRIDMARK_RANK_K(X, name, T, S, I, N, hermitian)                                                    \
  cublasStatus_t cublas##X##name##_v2##N(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, \
                                         I n, I k, const S* alpha, const T* a, I lda, const S* beta, T* c, \
                                         I ldc) {                                                          \
    return rank_k({h, "cublas" #X #name}, hermitian, false, uplo, trans, n, k, element(alpha), element(a), \
                  lda, element(a), lda, element(beta), element(c), ldc);                                   \
  }
#define GRIDMARK_RANK_2K(X, name, V, T, S, I, N, hermitian, second)                                         \
  cublasStatus_t cublas##X##name##V##N(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,    \
                                       I n, I k, const T* alpha, const T* a, I lda, const T* b, I ldb,      \
                                       const S* beta, T* c, I ldc) {                                        \
    return rank_k({h, "cublas" #X #name}, hermitian, second, uplo, trans, n, k, element(alpha), element(a), \
                  lda, element(b), ldb, element(beta), element(c), ldc);                                    \
  }

#define GRIDMARK_DEFINE(X, T, I, N)                                                                         \
  GRIDMARK_SYMM(X, symm, T, I, N, false)                                                                    \
  GRIDMARK_RANK_K(X, syrk, T, T, I, N, false)                                                               \
  GRIDMARK_RANK_2K(X, syr2k, _v2, T, T, I, N, false, true)                                                  \
  GRIDMARK_RANK_2K(X, syrkx, , T, T, I, N, false, false)                                                    \
  cublasStatus_t cublas##X##trmm_v2##N(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,      \
                                       cublasOperation_t trans, cublasDiagType_t diag, I m, I n,            \
                                       const T* alpha, const T* a, I lda, const T* b, I ldb, T* c, I ldc) { \
    return triangular({h, "cublas" #X "trmm"}, false, {side, uplo, trans, diag}, m, n, element(alpha),      \
                      element(a), lda, element(b), ldb, element(c), ldc);                                   \
  }                                                                                                         \
  cublasStatus_t cublas##X##trsm_v2##N(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,      \
                                       cublasOperation_t trans, cublasDiagType_t diag, I m, I n,            \
                                       const T* alpha, const T* a, I lda, T* b, I ldb) {                    \
    return triangular<Element<T>::type>({h, "cublas" #X "trsm"}, true, {side, uplo, trans, diag}, m, n,     \
                                        element(alpha), element(a), lda, element(b), ldb, element(b), ldb); \
  }                                                                                                         \
  cublasStatus_t cublas##X##trsmBatched##N(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                           cublasOperation_t trans, cublasDiagType_t diag, I m, I n,        \
                                           const T* alpha, const T* const a[], I lda, T* const b[], I ldb,  \
                                           I count) {                                                       \
    using E = Element<T>::type;                                                                             \
    return trsm_batched({h, "cublas" #X "trsmBatched"}, {side, uplo, trans, diag}, m, n, element(alpha),    \
                        reinterpret_cast<const E* const*>(a), lda, reinterpret_cast<E* const*>(b), ldb,     \
                        count);                                                                             \
  }                                                                                                         \
  cublasStatus_t cublas##X##geam##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n, \
                                    const T* alpha, const T* a, I lda, const T* beta, const T* b, I ldb,    \
                                    T* c, I ldc) {                                                          \
    return geam({h, "cublas" #X "geam"}, ta, tb, m, n, element(alpha), element(a), lda, element(beta),      \
                element(b), ldb, element(c), ldc);                                                          \
  }                                                                                                         \
  cublasStatus_t cublas##X##dgmm##N(cublasHandle_t h, cublasSideMode_t side, I m, I n, const T* a, I lda,   \
                                    const T* x, I incx, T* c, I ldc) {                                      \
    return dgmm({h, "cublas" #X "dgmm"}, side, m, n, element(a), lda, element(x), incx, element(c), ldc);   \
  }
GRIDMARK_CUBLAS_EACH(GRIDMARK_DEFINE)
#undef GRIDMARK_DEFINE

#define GRIDMARK_DEFINE(X, T, R, I, N)                    \
  GRIDMARK_SYMM(X, hemm, T, I, N, true)                   \
  GRIDMARK_RANK_K(X, herk, T, R, I, N, true)              \
  GRIDMARK_RANK_2K(X, her2k, _v2, T, R, I, N, true, true) \
  GRIDMARK_RANK_2K(X, herkx, , T, R, I, N, true, false)
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DEFINE, C, Z)
#undef GRIDMARK_DEFINE

}  // extern "C"

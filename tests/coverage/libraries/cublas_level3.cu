// Feature: cuBLAS level 3: symm, hemm, syrk, herk, syr2k, her2k, trmm (out of place), trsm, geam, dgmm in S, D, C, Z
// Link: -lcublas
#include "blas.h"

using namespace coverage;

// Above the sizes at which triangles are halved.
constexpr int m = 150, n = 45, k = 33;
const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
const cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

bool stored(cublasFillMode_t uplo, int i, int j) { return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j; }

template <class T>
Matrix<T> product(const Matrix<T>& a, cublasOperation_t ta, const Matrix<T>& b, cublasOperation_t tb) {
  const int rows = ta == CUBLAS_OP_N ? a.rows : a.cols, depth = ta == CUBLAS_OP_N ? a.cols : a.rows;
  const int cols = tb == CUBLAS_OP_N ? b.cols : b.rows;
  Matrix<T> c(rows, cols, 0, 0);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) {
      T sum{};
      for (int l = 0; l < depth; ++l) sum += at(a, ta, i, l) * at(b, tb, l, j);
      c(i, j) = sum;
    }
  return c;
}

template <class T, class Symm>
void test_symm(cublasHandle_t handle, bool hermitian, Symm symm) {
  T alpha = Number<T>::make(2, 1), beta = Number<T>::make(-1, 0.5);
  for (cublasSideMode_t side : sides)
    for (cublasFillMode_t uplo : fills) {
      const int order = side == CUBLAS_SIDE_LEFT ? m : n;
      const Matrix<T> a(order, order, 1), b(m, n, 2);
      Matrix<T> c(m, n, 3), full = a;
      for (int j = 0; j < order; ++j)
        for (int i = 0; i < order; ++i) {
          if (!stored(uplo, i, j)) full(i, j) = hermitian ? conj_of(a(j, i)) : a(j, i);
          if (hermitian && i == j) full(i, i) = T(std::real(a(i, i)));
        }
      Buffer<T> da(a.values), db(b.values), dc(c.values);
      CUBLAS(symm(handle, side, uplo, m, n, raw(&alpha), raw((T*)da), a.ld, raw((T*)db), b.ld, raw(&beta),
                  raw((T*)dc), c.ld));
      const auto ab = side == CUBLAS_SIDE_LEFT ? product(full, CUBLAS_OP_N, b, CUBLAS_OP_N)
                                               : product(b, CUBLAS_OP_N, full, CUBLAS_OP_N);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) c(i, j) = alpha * ab(i, j) + beta * c(i, j);
      CHECK(close(dc.get(), c.values, 10));
    }
}

template <class T, class S, class One, class Two>
void test_rank_k(cublasHandle_t handle, bool hermitian, One syrk, Two syr2k) {
  S alpha = S(2), beta = S(-0.5);
  T factor = Number<T>::make(1, 2);
  S keep = S(0);
  const cublasOperation_t turn = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  for (cublasFillMode_t uplo : fills)
    for (cublasOperation_t op : {CUBLAS_OP_N, turn}) {
      const bool plain = op == CUBLAS_OP_N;
      const Matrix<T> a(plain ? m : k, plain ? k : m, 1), b(plain ? m : k, plain ? k : m, 2);
      Matrix<T> c(m, m, 3), d(m, m, 4);
      Buffer<T> da(a.values), db(b.values), dc(c.values), dd(d.values);
      CUBLAS(syrk(handle, uplo, op, m, k, reinterpret_cast<decltype(raw(&alpha))>(&alpha), raw((T*)da), a.ld,
                  raw(&beta), raw((T*)dc), c.ld));
      CUBLAS(syr2k(handle, uplo, op, m, k, raw(&factor), raw((T*)da), a.ld, raw((T*)db), b.ld, raw(&keep),
                   raw((T*)dd), d.ld));
      const auto aa = plain ? product(a, CUBLAS_OP_N, a, turn) : product(a, turn, a, CUBLAS_OP_N);
      const auto ab = plain ? product(a, CUBLAS_OP_N, b, turn) : product(a, turn, b, CUBLAS_OP_N);
      const auto ba = plain ? product(b, CUBLAS_OP_N, a, turn) : product(b, turn, a, CUBLAS_OP_N);
      for (int j = 0; j < m; ++j)
        for (int i = 0; i < m; ++i) {
          if (!stored(uplo, i, j)) continue;
          c(i, j) = T(alpha) * aa(i, j) + T(beta) * c(i, j);
          d(i, j) = factor * ab(i, j) + (hermitian ? conj_of(factor) : factor) * ba(i, j);
          if (hermitian && i == j) c(i, i) = T(std::real(c(i, i))), d(i, i) = T(std::real(d(i, i)));
        }
      CHECK(close(dc.get(), c.values, 10) && close(dd.get(), d.values, 10));
    }
}

template <class T, class Trmm, class Trsm>
void test_triangular(cublasHandle_t handle, Trmm trmm, Trsm trsm) {
  T alpha = Number<T>::make(2, 1), inverse = T(1) / alpha;
  for (cublasSideMode_t side : sides)
    for (cublasFillMode_t uplo : fills)
      for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
        for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const int order = side == CUBLAS_SIDE_LEFT ? m : n;
          Matrix<T> a(order, order, 1);
          for (T& value : a.values) value *= T(0.02);
          for (int i = 0; i < order; ++i) a(i, i) += T(2);
          Matrix<T> full = a;
          for (int j = 0; j < order; ++j)
            for (int i = 0; i < order; ++i) {
              if (!stored(uplo, i, j)) full(i, j) = T(0);
              if (i == j && diag == CUBLAS_DIAG_UNIT) full(i, j) = T(1);
            }
          const Matrix<T> b(m, n, 2);
          Matrix<T> c(m, n, 3);
          Buffer<T> da(a.values), db(b.values), dc(c.values);
          CUBLAS(trmm(handle, side, uplo, op, diag, m, n, raw(&alpha), raw((T*)da), a.ld, raw((T*)db), b.ld,
                      raw((T*)dc), c.ld));
          const auto ab = side == CUBLAS_SIDE_LEFT ? product(full, op, b, CUBLAS_OP_N)
                                                   : product(b, CUBLAS_OP_N, full, op);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) c(i, j) = alpha * ab(i, j);
          CHECK(close(dc.get(), c.values, 10));
          CHECK(db.get() == b.values);  // out of place
          CUBLAS(
              trsm(handle, side, uplo, op, diag, m, n, raw(&inverse), raw((T*)da), a.ld, raw((T*)dc), c.ld));
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) c(i, j) = b(i, j);
          CHECK(close(dc.get(), c.values, 50));
        }
}

template <class T, class Geam, class Dgmm>
void test_sums(cublasHandle_t handle, Geam geam, Dgmm dgmm) {
  T alpha = Number<T>::make(2, 1), beta = Number<T>::make(-1, 0.5), one = T(1), zero = T(0);
  const Matrix<T> a(n, m, 1), b(m, n, 2);
  Matrix<T> c(m, n, 3);
  const auto x = numbers<T>(m, 4);
  Buffer<T> da(a.values), db(b.values), dc(c.values), dx(x);
  CUBLAS(geam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, raw(&alpha), raw((T*)da), a.ld, raw(&beta), raw((T*)db),
              b.ld, raw((T*)dc), c.ld));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) c(i, j) = alpha * a(j, i) + beta * b(i, j);
  CHECK(close(dc.get(), c.values));
  // A transpose is the usual reason to call it.
  CUBLAS(geam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, raw(&one), raw((T*)da), a.ld, raw(&zero),
              raw((T*)nullptr), m, raw((T*)dc), c.ld));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) c(i, j) = a(j, i);
  CHECK(dc.get() == c.values);
  CUBLAS(dgmm(handle, CUBLAS_SIDE_LEFT, m, n, raw((T*)db), b.ld, raw((T*)dx), 1, raw((T*)dc), c.ld));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) c(i, j) = x[i] * b(i, j);
  CHECK(close(dc.get(), c.values));
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  using C = std::complex<float>;
  using Z = std::complex<double>;
  test_symm<float>(handle, false, cublasSsymm);
  test_symm<double>(handle, false, cublasDsymm);
  test_symm<C>(handle, false, cublasCsymm);
  test_symm<Z>(handle, true, cublasZhemm);
  test_rank_k<float, float>(handle, false, cublasSsyrk, cublasSsyr2k);
  test_rank_k<double, double>(handle, false, cublasDsyrk, cublasDsyr2k);
  test_rank_k<C, C>(handle, false, cublasCsyrk, cublasCsyr2k);
  test_rank_k<C, float>(handle, true, cublasCherk, cublasCher2k);
  test_rank_k<Z, double>(handle, true, cublasZherk, cublasZher2k);
  test_triangular<float>(handle, cublasStrmm, cublasStrsm);
  test_triangular<double>(handle, cublasDtrmm, cublasDtrsm);
  test_triangular<C>(handle, cublasCtrmm, cublasCtrsm);
  test_triangular<Z>(handle, cublasZtrmm, cublasZtrsm);
  test_sums<float>(handle, cublasSgeam, cublasSdgmm);
  test_sums<double>(handle, cublasDgeam, cublasDdgmm);
  test_sums<C>(handle, cublasCgeam, cublasCdgmm);
  test_sums<Z>(handle, cublasZgeam, cublasZdgmm);
  CUBLAS(cublasDestroy(handle));
  return result();
}

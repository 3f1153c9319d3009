// Feature: cuBLAS level 2: gemv, gbmv, ger, symv, hemv, trmv, trsv, syr, syr2, her and their band and packed forms
// Link: -lcublas
#include "blas.h"

using namespace coverage;

constexpr int n = 23, k = 4;
const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

bool stored(cublasFillMode_t uplo, int i, int j) { return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j; }

/// Packed and band storage of a triangle.
template <class T>
std::vector<T> packed(const Matrix<T>& a, cublasFillMode_t uplo) {
  std::vector<T> values;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (stored(uplo, i, j)) values.push_back(a(i, j));
  return values;
}
template <class T>
Matrix<T> banded(const Matrix<T>& a, cublasFillMode_t uplo) {
  Matrix<T> band(k + 1, n, 99);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (stored(uplo, i, j) && std::abs(i - j) <= k)
        band(uplo == CUBLAS_FILL_MODE_LOWER ? i - j : k + i - j, j) = a(i, j);
  return band;
}

/// The full storage of a symmetric or Hermitian matrix, and its band.
template <class T>
Matrix<T> whole(const Matrix<T>& a, cublasFillMode_t uplo, bool hermitian, int width) {
  Matrix<T> result = a;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (!stored(uplo, i, j)) result(i, j) = hermitian ? conj_of(a(j, i)) : a(j, i);
      if (hermitian && i == j) result(i, i) = T(std::real(a(i, i)));
      if (std::abs(i - j) > width) result(i, j) = T(0);
    }
  return result;
}

template <class T>
std::vector<T> product(const Matrix<T>& a, cublasOperation_t op, const std::vector<T>& x) {
  std::vector<T> y(op == CUBLAS_OP_N ? a.rows : a.cols);
  for (size_t i = 0; i < y.size(); ++i)
    for (size_t j = 0; j < x.size(); ++j) y[i] += at(a, op, int(i), int(j)) * x[j];
  return y;
}

template <class T>
std::vector<T> combine(T alpha, std::vector<T> sum, T beta, const std::vector<T>& y) {
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = alpha * sum[i] + beta * y[i];
  return sum;
}

template <class T, class Gemv, class Gbmv>
void test_general(cublasHandle_t handle, Gemv gemv, Gbmv gbmv) {
  T alpha = Number<T>::make(2, 1), beta = Number<T>::make(-1, 0.5);
  for (cublasOperation_t op : operations) {
    const Matrix<T> a(19, 31, 1);
    const auto x = numbers<T>(op == CUBLAS_OP_N ? 31 : 19, 2), y = numbers<T>(op == CUBLAS_OP_N ? 19 : 31, 3);
    Buffer<T> da(a.values), dx(x), dy(y), dz(y);
    CUBLAS(
        gemv(handle, op, 19, 31, raw(&alpha), raw((T*)da), a.ld, raw((T*)dx), 1, raw(&beta), raw((T*)dy), 1));
    CHECK(close(dy.get(), combine(alpha, product(a, op, x), beta, y), 3));
    const int kl = 3, ku = 5;
    Matrix<T> band(kl + ku + 1, 31, 4), thin = a;
    for (int j = 0; j < 31; ++j)
      for (int i = 0; i < 19; ++i) {
        const bool inside = i - j <= kl && j - i <= ku;
        if (inside) band(ku + i - j, j) = a(i, j);
        thin(i, j) = inside ? a(i, j) : T(0);
      }
    Buffer<T> db(band.values);
    CUBLAS(gbmv(handle, op, 19, 31, kl, ku, raw(&alpha), raw((T*)db), band.ld, raw((T*)dx), 1, raw(&beta),
                raw((T*)dz), 1));
    CHECK(close(dz.get(), combine(alpha, product(thin, op, x), beta, y), 3));
  }
}

template <class T, class Full, class Banded, class PackedForm>
void test_symmetric(cublasHandle_t handle, bool hermitian, Full full, Banded band, PackedForm pack) {
  T alpha = Number<T>::make(2, 1), beta = Number<T>::make(-1, 0.5);
  for (cublasFillMode_t uplo : fills) {
    const Matrix<T> a(n, n, 1);
    const auto x = numbers<T>(n, 2), y = numbers<T>(n, 3);
    const Matrix<T> b = banded(a, uplo);
    Buffer<T> da(a.values), db(b.values), dp(packed(a, uplo)), dx(x), y1(y), y2(y), y3(y);
    CUBLAS(full(handle, uplo, n, raw(&alpha), raw((T*)da), a.ld, raw((T*)dx), 1, raw(&beta), raw((T*)y1), 1));
    CUBLAS(
        band(handle, uplo, n, k, raw(&alpha), raw((T*)db), b.ld, raw((T*)dx), 1, raw(&beta), raw((T*)y2), 1));
    CUBLAS(pack(handle, uplo, n, raw(&alpha), raw((T*)dp), raw((T*)dx), 1, raw(&beta), raw((T*)y3), 1));
    const auto expected = combine(alpha, product(whole(a, uplo, hermitian, n), CUBLAS_OP_N, x), beta, y);
    CHECK(close(y1.get(), expected, 3) && close(y3.get(), expected, 3));
    CHECK(close(y2.get(), combine(alpha, product(whole(a, uplo, hermitian, k), CUBLAS_OP_N, x), beta, y), 3));
  }
}

/// Multiplies and solves again. The solution must be the input, and the value in between the product.
template <class T, class Multiply, class Solve, class Storage>
void there_and_back(Multiply multiply, Solve solve, const Storage& storage, const Matrix<T>& a,
                    cublasOperation_t op) {
  const auto x = numbers<T>(n, 5);
  Buffer<T> matrix(storage), vector(x);
  CUBLAS(multiply(raw((T*)matrix), raw((T*)vector)));
  CHECK(close(vector.get(), product(a, op, x), 3));
  CUBLAS(solve(raw((T*)matrix), raw((T*)vector)));
  CHECK(close(vector.get(), x, 20));
}

#define TRIANGULAR(X, T)                                                                                    \
  for (cublasFillMode_t uplo : fills)                                                                       \
    for (cublasOperation_t op : operations)                                                                 \
      for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {                              \
        Matrix<T> a(n, n, 1), full = a, thin = a;                                                           \
        for (int j = 0; j < n; ++j)                                                                         \
          for (int i = 0; i < n; ++i) {                                                                     \
            a(i, j) *= T(0.1);                                                                              \
            if (i == j) a(i, j) += T(2);                                                                    \
            full(i, j) = stored(uplo, i, j) ? a(i, j) : T(0);                                               \
            if (i == j && diag == CUBLAS_DIAG_UNIT) full(i, j) = T(1);                                      \
            thin(i, j) = std::abs(i - j) <= k ? full(i, j) : T(0);                                          \
          }                                                                                                 \
        const Matrix<T> b = banded(a, uplo);                                                                \
        there_and_back<T>(                                                                                  \
            [&](auto* m, auto* v) { return cublas##X##trmv(handle, uplo, op, diag, n, m, a.ld, v, 1); },    \
            [&](auto* m, auto* v) { return cublas##X##trsv(handle, uplo, op, diag, n, m, a.ld, v, 1); },    \
            a.values, full, op);                                                                            \
        there_and_back<T>(                                                                                  \
            [&](auto* m, auto* v) { return cublas##X##tbmv(handle, uplo, op, diag, n, k, m, b.ld, v, 1); }, \
            [&](auto* m, auto* v) { return cublas##X##tbsv(handle, uplo, op, diag, n, k, m, b.ld, v, 1); }, \
            b.values, thin, op);                                                                            \
        there_and_back<T>(                                                                                  \
            [&](auto* m, auto* v) { return cublas##X##tpmv(handle, uplo, op, diag, n, m, v, 1); },          \
            [&](auto* m, auto* v) { return cublas##X##tpsv(handle, uplo, op, diag, n, m, v, 1); },          \
            packed(a, uplo), full, op);                                                                     \
      }

/// The result of a rank-one or rank-two update of a triangle. The other triangle stays.
template <class T>
Matrix<T> updated(Matrix<T> a, cublasFillMode_t uplo, bool hermitian, T alpha, const std::vector<T>& x,
                  const std::vector<T>& y, bool two) {
  const auto turned = [&](T v) { return hermitian ? conj_of(v) : v; };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (!stored(uplo, i, j)) continue;
      a(i, j) += alpha * x[i] * turned(y[j]);
      if (two) a(i, j) += turned(alpha) * y[i] * turned(x[j]);
      if (hermitian && i == j) a(i, j) = T(std::real(a(i, j)));
    }
  return a;
}

template <class T, class S, class One, class Two>
void test_updates(cublasHandle_t handle, bool hermitian, S scalar, One one, Two two) {
  T alpha = Number<T>::make(2, 1);
  for (cublasFillMode_t uplo : fills) {
    const Matrix<T> a(n, n, 1);
    const auto x = numbers<T>(n, 2), y = numbers<T>(n, 3);
    Buffer<T> first(a.values), second(a.values), dx(x), dy(y);
    CUBLAS(one(handle, uplo, n, &scalar, raw((T*)dx), 1, raw((T*)first), a.ld));
    CUBLAS(two(handle, uplo, n, raw(&alpha), raw((T*)dx), 1, raw((T*)dy), 1, raw((T*)second), a.ld));
    CHECK(close(first.get(), updated(a, uplo, hermitian, T(2), x, x, false).values));
    CHECK(close(second.get(), updated(a, uplo, hermitian, alpha, x, y, true).values));
  }
}

template <class T, class Ger>
void test_ger(cublasHandle_t handle, bool conjugated, Ger ger) {
  Matrix<T> a(9, 14, 1);
  const auto x = numbers<T>(9, 2), y = numbers<T>(14, 3);
  Buffer<T> da(a.values), dx(x), dy(y);
  T alpha = Number<T>::make(2, 1);
  CUBLAS(ger(handle, 9, 14, raw(&alpha), raw((T*)dx), 1, raw((T*)dy), 1, raw((T*)da), a.ld));
  for (int j = 0; j < 14; ++j)
    for (int i = 0; i < 9; ++i) a(i, j) += alpha * x[i] * (conjugated ? conj_of(y[j]) : y[j]);
  CHECK(close(da.get(), a.values));
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  using C = std::complex<float>;
  using Z = std::complex<double>;
  test_general<float>(handle, cublasSgemv, cublasSgbmv);
  test_general<double>(handle, cublasDgemv, cublasDgbmv);
  test_general<C>(handle, cublasCgemv, cublasCgbmv);
  test_general<Z>(handle, cublasZgemv, cublasZgbmv);
  test_symmetric<float>(handle, false, cublasSsymv, cublasSsbmv, cublasSspmv);
  test_symmetric<double>(handle, false, cublasDsymv, cublasDsbmv, cublasDspmv);
  test_symmetric<C>(handle, true, cublasChemv, cublasChbmv, cublasChpmv);
  test_symmetric<Z>(handle, true, cublasZhemv, cublasZhbmv, cublasZhpmv);
  TRIANGULAR(S, float)
  TRIANGULAR(D, double)
  TRIANGULAR(C, std::complex<float>)
  TRIANGULAR(Z, std::complex<double>)
  test_updates<float>(handle, false, 2.0f, cublasSsyr, cublasSsyr2);
  test_updates<double>(handle, false, 2.0, cublasDsyr, cublasDsyr2);
  test_updates<C>(handle, true, 2.0f, cublasCher, cublasCher2);
  test_updates<Z>(handle, true, 2.0, cublasZher, cublasZher2);
  test_ger<float>(handle, false, cublasSger);
  test_ger<double>(handle, false, cublasDger);
  test_ger<C>(handle, false, cublasCgeru);
  test_ger<C>(handle, true, cublasCgerc);
  test_ger<Z>(handle, true, cublasZgerc);
  const float one = 1;
  Buffer<float> a(4), x(4);
  CHECK(cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, a, 2, x, 0, &one, x, 1) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, a, 1, x, 1, &one, x, 1) == CUBLAS_STATUS_INVALID_VALUE);
  CUBLAS(cublasDestroy(handle));
  return result();
}

#pragma once
// Matrices for the cuBLAS programs, and plain loops for comparison.
#include <cublas_v2.h>

#include <cmath>
#include <complex>

#include "../check.h"

#define CUBLAS(call) coverage::must_blas((call), #call, __FILE__, __LINE__)

namespace coverage {

inline void must_blas(cublasStatus_t status, const char* call, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::printf("%s:%d: %s: %s\n", file, line, call, cublasGetStatusString(status));
  std::exit(1);
}

// std::complex and cuComplex have the same bytes. These overloads convert pointers for each type's routines.
inline float* raw(float* p) { return p; }
inline double* raw(double* p) { return p; }
inline cuComplex* raw(std::complex<float>* p) { return reinterpret_cast<cuComplex*>(p); }
inline cuDoubleComplex* raw(std::complex<double>* p) { return reinterpret_cast<cuDoubleComplex*>(p); }

template <class T>
T conj_of(T v) {
  return v;
}
template <class R>
std::complex<R> conj_of(std::complex<R> v) {
  return std::conj(v);
}

template <class T>
struct Number {
  static T make(double re, double) { return T(re); }
  static constexpr double tolerance = sizeof(T) == 4 ? 2e-5 : 1e-12;
};
template <class R>
struct Number<std::complex<R>> {
  static std::complex<R> make(double re, double im) { return {R(re), R(im)}; }
  static constexpr double tolerance = sizeof(R) == 4 ? 2e-5 : 1e-12;
};

/// Values in [-1, 1], the same for the same seed.
template <class T>
std::vector<T> numbers(size_t count, unsigned seed) {
  std::vector<T> values(count);
  const auto next = [&] {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / double(1 << 23) - 1;
  };
  for (T& value : values) {
    const double re = next();
    value = Number<T>::make(re, next());
  }
  return values;
}

template <class T>
bool close(T seen, T expected, double scale = 1) {
  return std::abs(seen - expected) <= Number<T>::tolerance * scale * (1 + std::abs(expected));
}

template <class T>
bool close(const std::vector<T>& seen, const std::vector<T>& expected, double scale = 1) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (!close(seen[i], expected[i], scale)) {
      std::printf("element %zu of %zu differs\n", i, expected.size());
      return false;
    }
  return seen.size() == expected.size();
}

/// Column-major, with some rows of padding below.
template <class T>
struct Matrix {
  int rows, cols, ld;
  std::vector<T> values;
  Matrix(int m, int n, unsigned seed, int padding = 3)
      : rows(m), cols(n), ld(m + padding), values(numbers<T>(size_t(ld) * n, seed)) {}
  T& operator()(int i, int j) { return values[i + size_t(j) * ld]; }
  T operator()(int i, int j) const { return values[i + size_t(j) * ld]; }
};

/// Element (i,j) of op(a).
template <class T>
T at(const Matrix<T>& a, cublasOperation_t op, int i, int j) {
  return op == CUBLAS_OP_N ? a(i, j) : op == CUBLAS_OP_T ? a(j, i) : conj_of(a(j, i));
}

}  // namespace coverage

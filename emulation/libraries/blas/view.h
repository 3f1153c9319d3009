#pragma once
// A matrix as routines see it, with any strides, so that a transpose is a view and not a copy.
#include <complex>
#include <cstdint>
#include <type_traits>

namespace gridmark::blas {

template <class T>
struct IsComplex : std::false_type {};
template <class R>
struct IsComplex<std::complex<R>> : std::true_type {};

template <class T>
T conjugate(T value) {
  if constexpr (IsComplex<T>::value)
    return std::conj(value);
  else
    return value;
}

template <class T>
struct Real {
  using type = T;
};
template <class R>
struct Real<std::complex<R>> {
  using type = R;
};
template <class T>
using RealOf = typename Real<T>::type;

/// The type for sums of T. A device adds in a tree, and a plain sum in T would have a larger error.
template <class T>
using Wide = std::conditional_t<IsComplex<T>::value, std::complex<double>, double>;

/// [rows, cols]: element (i,j) is at[i * down + j * right], conjugated if `conjugated`.
template <class T>
struct View {
  T* at = nullptr;
  std::int64_t rows = 0, cols = 0, down = 1, right = 0;
  bool conjugated = false;

  T& operator()(std::int64_t i, std::int64_t j) const { return at[i * down + j * right]; }
  std::remove_const_t<T> get(std::int64_t i, std::int64_t j) const {
    return conjugated ? conjugate<std::remove_const_t<T>>((*this)(i, j)) : (*this)(i, j);
  }
  View transposed() const { return {at, cols, rows, right, down, conjugated}; }
  View adjoint() const { return {at, cols, rows, right, down, !conjugated}; }
  View block(std::int64_t i, std::int64_t j, std::int64_t height, std::int64_t width) const {
    return {at + i * down + j * right, height, width, down, right, conjugated};
  }
  View<const std::remove_const_t<T>> readable() const { return {at, rows, cols, down, right, conjugated}; }
};

/// Column-major, as in BLAS.
template <class T>
View<T> column_major(T* at, std::int64_t rows, std::int64_t cols, std::int64_t leading) {
  return {at, rows, cols, 1, leading, false};
}

/// n elements, `step` apart. A negative step starts at the last one, as in BLAS.
template <class T>
struct Vector {
  T* at = nullptr;
  std::int64_t n = 0, step = 1;

  Vector() = default;
  Vector(T* first, std::int64_t count, std::int64_t increment)
      : at(increment < 0 && count > 0 ? first - (count - 1) * increment : first), n(count), step(increment) {}
  T& operator[](std::int64_t i) const { return at[i * step]; }
};

}  // namespace gridmark::blas

#pragma once
// The algorithms of level 2, for every storage format.
#include <vector>

#include "emulation/libraries/blas/view.h"
#include "emulation/libraries/cublas/stored.h"

namespace gridmark::cublas {

using blas::conjugate;
using blas::Vector;
using blas::View;

/// The way in which op uses a stored triangle.
struct Use {
  bool transposed = false, conjugated = false, unit = false;
};

template <class T>
std::vector<T> values_of(const Vector<const T>& x) {
  std::vector<T> values(static_cast<std::size_t>(x.n));
  for (std::int64_t i = 0; i < x.n; ++i) values[static_cast<std::size_t>(i)] = x[i];
  return values;
}

/// y = alpha * sum + beta * y. y is not read if beta is 0.
template <class T>
void accumulate(T alpha, const std::vector<T>& sum, T beta, const Vector<T>& y) {
  for (std::int64_t i = 0; i < y.n; ++i)
    y[i] = alpha * sum[static_cast<std::size_t>(i)] + (beta == T(0) ? T(0) : beta * y[i]);
}

/// A general matrix, by its columns. Sums of a column's products are kept in a wide type.
template <class T>
void multiply_general(T alpha, const View<const T>& a, const Vector<const T>& x, T beta, const Vector<T>& y) {
  std::vector<T> sum(static_cast<std::size_t>(y.n));
  if (alpha == T(0)) return accumulate(alpha, sum, beta, y);
  const std::vector<T> from = values_of(x);
  if (a.down == 1 && !a.conjugated) {
    for (std::int64_t j = 0; j < a.cols; ++j) {
      const T factor = from[static_cast<std::size_t>(j)];
      const T* column = &a(0, j);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * column[i];
    }
  } else {
    for (std::int64_t i = 0; i < a.rows; ++i) {
      blas::Wide<T> total{};
      for (std::int64_t j = 0; j < a.cols; ++j)
        total += blas::Wide<T>(a.get(i, j)) * blas::Wide<T>(from[static_cast<std::size_t>(j)]);
      sum[static_cast<std::size_t>(i)] = static_cast<T>(total);
    }
  }
  accumulate(alpha, sum, beta, y);
}

/// y = alpha * A * x + beta * y, A symmetric or Hermitian.
template <class T, class Store>
void multiply_symmetric(T alpha, const Store& a, bool hermitian, const Vector<const T>& x, T beta,
                        const Vector<T>& y) {
  std::vector<T> sum(static_cast<std::size_t>(a.n));
  const std::vector<T> from = values_of(x);
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  for (std::int64_t j = 0; alpha != T(0) && j < a.n; ++j) {
    for (std::int64_t i = a.rows(j).first, end = a.rows(j).end; i < end; ++i) {
      const T value = a(i, j);
      if (i == j) {
        sum[at(i)] += (hermitian ? T(std::real(value)) : value) * from[at(i)];
      } else {
        sum[at(i)] += value * from[at(j)];
        sum[at(j)] += (hermitian ? conjugate(value) : value) * from[at(i)];
      }
    }
  }
  accumulate(alpha, sum, beta, y);
}

/// x = op(A) * x, A triangular.
template <class T, class Store>
void multiply_triangular(const Store& a, const Use& use, const Vector<T>& x) {
  std::vector<T> sum(static_cast<std::size_t>(a.n));
  for (std::int64_t j = 0; j < a.n; ++j) {
    for (std::int64_t i = a.rows(j).first, end = a.rows(j).end; i < end; ++i) {
      const T value = use.unit && i == j ? T(1) : use.conjugated ? conjugate(T(a(i, j))) : a(i, j);
      const std::int64_t row = use.transposed ? j : i, column = use.transposed ? i : j;
      sum[static_cast<std::size_t>(row)] += value * x[column];
    }
  }
  for (std::int64_t i = 0; i < a.n; ++i) x[i] = sum[static_cast<std::size_t>(i)];
}

/// x = op(A)^-1 * x. A column's unknown is known once those before it have been subtracted. If transposed, it
/// is known once the column's other products have been subtracted.
template <class T, class Store>
void solve_triangular(const Store& a, const Use& use, const Vector<T>& x) {
  const bool forward = a.lower != use.transposed;
  for (std::int64_t step = 0; step < a.n; ++step) {
    const std::int64_t j = forward ? step : a.n - 1 - step;
    const auto value = [&](std::int64_t i) { return use.conjugated ? conjugate(T(a(i, j))) : T(a(i, j)); };
    const Rows rows = a.rows(j);
    if (use.transposed) {
      for (std::int64_t i = rows.first; i < rows.end; ++i)
        if (i != j) x[j] -= value(i) * x[i];
      if (!use.unit) x[j] /= value(j);
    } else {
      if (!use.unit) x[j] /= value(j);
      for (std::int64_t i = rows.first; i < rows.end; ++i)
        if (i != j) x[i] -= value(i) * x[j];
    }
  }
}

/// A += alpha * x * y' (+ its mirror, if `second`), in the stored triangle.
template <class T, class Store>
void update_triangle(const Store& a, bool hermitian, T alpha, const Vector<const T>& x,
                     const Vector<const T>& y, bool second) {
  if (alpha == T(0)) return;
  const auto turned = [&](T value) { return hermitian ? conjugate(value) : value; };
  for (std::int64_t j = 0; j < a.n; ++j) {
    for (std::int64_t i = a.rows(j).first, end = a.rows(j).end; i < end; ++i) {
      T value = a(i, j) + alpha * x[i] * turned(y[j]);
      if (second) value += turned(alpha) * y[i] * turned(x[j]);
      a(i, j) = hermitian && i == j ? T(std::real(value)) : value;
    }
  }
}

}  // namespace gridmark::cublas

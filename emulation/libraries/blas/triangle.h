#pragma once
// Triangular systems and products, by halving: almost all of the work is matrix products.
#include <vector>

#include "emulation/libraries/blas/matrix_product.h"

namespace gridmark::blas {

/// A triangular matrix. The elements on its other side are never read, nor is its diagonal if `unit`.
template <class T>
struct Triangle {
  View<const T> a;
  bool lower = false, unit = false;

  Triangle transposed() const { return {a.transposed(), !lower, unit}; }
  T diagonal(std::int64_t i) const { return unit ? T(1) : a.get(i, i); }
  Triangle part(std::int64_t from, std::int64_t size) const {
    return {a.block(from, from, size, size), lower, unit};
  }
  /// The square's off-diagonal block, with `half` rows and columns before it.
  View<const T> corner(std::int64_t half) const {
    const std::int64_t rest = a.rows - half;
    return lower ? a.block(half, 0, rest, half) : a.block(0, half, half, rest);
  }
};

constexpr std::int64_t smallest_triangle = 32;

/// B = A^-1 * B.
template <class T>
void solve_triangle(const Triangle<T>& t, const View<T>& b) {
  const std::int64_t n = t.a.rows;
  if (n <= smallest_triangle) {
    for (std::int64_t c = 0; c < b.cols; ++c) {
      for (std::int64_t step = 0; step < n; ++step) {
        const std::int64_t i = t.lower ? step : n - 1 - step;
        T value = b(i, c);
        for (std::int64_t j = t.lower ? 0 : i + 1, end = t.lower ? i : n; j < end; ++j)
          value -= t.a.get(i, j) * b(j, c);
        b(i, c) = t.unit ? value : value / t.a.get(i, i);
      }
    }
    return;
  }
  const std::int64_t half = n / 2;
  const View<T> top = b.block(0, 0, half, b.cols), bottom = b.block(half, 0, n - half, b.cols);
  const Triangle<T> first = t.part(0, half), last = t.part(half, n - half);
  if (t.lower) {
    solve_triangle(first, top);
    matrix_product(T(-1), t.corner(half), top.readable(), T(1), bottom);
    solve_triangle(last, bottom);
  } else {
    solve_triangle(last, bottom);
    matrix_product(T(-1), t.corner(half), bottom.readable(), T(1), top);
    solve_triangle(first, top);
  }
}

/// B = A * B.
template <class T>
void multiply_triangle(const Triangle<T>& t, const View<T>& b) {
  const std::int64_t n = t.a.rows;
  if (n <= smallest_triangle) {
    for (std::int64_t c = 0; c < b.cols; ++c) {
      for (std::int64_t step = 0; step < n; ++step) {
        const std::int64_t i = t.lower ? n - 1 - step : step;
        T value = t.diagonal(i) * b(i, c);
        for (std::int64_t j = t.lower ? 0 : i + 1, end = t.lower ? i : n; j < end; ++j)
          value += t.a.get(i, j) * b(j, c);
        b(i, c) = value;
      }
    }
    return;
  }
  const std::int64_t half = n / 2;
  const View<T> top = b.block(0, 0, half, b.cols), bottom = b.block(half, 0, n - half, b.cols);
  const Triangle<T> first = t.part(0, half), last = t.part(half, n - half);
  if (t.lower) {
    multiply_triangle(last, bottom);
    matrix_product(T(1), t.corner(half), top.readable(), T(1), bottom);
    multiply_triangle(first, top);
  } else {
    multiply_triangle(first, top);
    matrix_product(T(1), t.corner(half), bottom.readable(), T(1), top);
    multiply_triangle(last, bottom);
  }
}

/// The complete symmetric or Hermitian matrix, of which one triangle is stored.
template <class T>
std::vector<T> whole_matrix(const View<const T>& a, bool lower, bool hermitian) {
  const std::int64_t n = a.rows;
  std::vector<T> whole(static_cast<std::size_t>(n * n));
  const View<T> to = column_major(whole.data(), n, n, n);
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = lower ? j : 0, end = lower ? n : j + 1; i < end; ++i) {
      const T value = a(i, j);
      to(i, j) = value;
      to(j, i) = hermitian ? conjugate(value) : value;
      if (hermitian && i == j) to(i, i) = T(std::real(value));
    }
  }
  return whole;
}

/// The triangle of C = alpha * A * B + beta * C, C [n,n]. `real_diagonal` is for Hermitian matrices.
template <class T>
void triangle_of_product(T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c,
                         bool lower, bool real_diagonal) {
  constexpr std::int64_t width = 128;
  std::vector<T> product;
  for (std::int64_t j = 0; j < c.cols; j += width) {
    const std::int64_t columns = std::min(width, c.cols - j);
    const std::int64_t top = lower ? j : 0, rows = lower ? c.rows - j : j + columns;
    product.assign(static_cast<std::size_t>(rows * columns), T(0));
    const View<T> part = column_major(product.data(), rows, columns, rows);
    matrix_product(alpha, a.block(top, 0, rows, a.cols), b.block(0, j, b.rows, columns), T(0), part);
    for (std::int64_t column = j; column < j + columns; ++column) {
      for (std::int64_t i = lower ? column : 0, end = lower ? c.rows : column + 1; i < end; ++i) {
        T& target = c(i, column);
        target = part(i - top, column - j) + (beta == T(0) ? T(0) : beta * target);
        if (real_diagonal && i == column) target = T(std::real(target));
      }
    }
  }
}

}  // namespace gridmark::blas

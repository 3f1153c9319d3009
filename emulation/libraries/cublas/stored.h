#pragma once
// The ways in which BLAS stores half a square matrix, or a band of one: element (i,j) and the place of column
// j. `lower` selects the triangle that is stored.
#include <algorithm>
#include <cstdint>

namespace gridmark::cublas {

struct Rows {
  std::int64_t first, end;
};

/// The triangle of a full matrix.
template <class T>
struct Dense {
  T* at;
  std::int64_t n, leading;
  bool lower;

  T& operator()(std::int64_t i, std::int64_t j) const { return at[i + j * leading]; }
  Rows rows(std::int64_t j) const { return lower ? Rows{j, n} : Rows{0, j + 1}; }
};

/// A triangle's band of k diagonals next to the main one, which lies in row 0 (lower) or row k (upper).
template <class T>
struct Band {
  T* at;
  std::int64_t n, leading;
  bool lower;
  std::int64_t k;

  T& operator()(std::int64_t i, std::int64_t j) const {
    return at[(lower ? i - j : k + i - j) + j * leading];
  }
  Rows rows(std::int64_t j) const {
    return lower ? Rows{j, std::min(n, j + k + 1)} : Rows{std::max(std::int64_t{0}, j - k), j + 1};
  }
};

/// A triangle's columns, one after the other.
template <class T>
struct Packed {
  T* at;
  std::int64_t n;
  bool lower;

  T& operator()(std::int64_t i, std::int64_t j) const {
    return lower ? at[i + j * (2 * n - j - 1) / 2] : at[i + j * (j + 1) / 2];
  }
  Rows rows(std::int64_t j) const { return lower ? Rows{j, n} : Rows{0, j + 1}; }
};

}  // namespace gridmark::cublas

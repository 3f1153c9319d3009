#pragma once
// Distances between vectors.
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace gridmark::oracle {

/// The first element that differs, -1 if none does. NaN differs from everything.
inline std::ptrdiff_t first_difference(std::span<const float> one, std::span<const float> other) {
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!(one[i] == other[i])) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

/// |values - expected| / |expected| as vectors. NaN counts as infinitely far.
inline double relative_l2(std::span<const float> values, const std::vector<double>& expected) {
  double difference = 0, length = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += (values[i] - expected[i]) * (values[i] - expected[i]);
    length += expected[i] * expected[i];
  }
  const double far = std::sqrt(difference / length);
  return std::isfinite(far) ? far : INFINITY;
}

inline double length_of(std::span<const double> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace gridmark::oracle

#pragma once
// What the tests of lab 3 share: inputs, and what all ranks must have.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "labkit/channel/ranks.h"
#include "labkit/inputs/any.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

using channel::RanksAnswer;

using channel::holds;
using inputs::any_between;
using inputs::any_inputs;
using inputs::any_values;

/// The first element that differs; -1: none does. NaN differs from everything.
inline std::ptrdiff_t first_difference(std::span<const float> one, std::span<const float> other) {
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!(one[i] == other[i])) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

/// |values - expected| / |expected|, both as vectors; NaN counts as infinitely far.
inline double relative_l2(std::span<const float> values, const std::vector<double>& expected) {
  double difference = 0, length = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += (values[i] - expected[i]) * (values[i] - expected[i]);
    length += expected[i] * expected[i];
  }
  const double far = std::sqrt(difference / length);
  return std::isfinite(far) ? far : INFINITY;
}

}  // namespace gridmark::lab3

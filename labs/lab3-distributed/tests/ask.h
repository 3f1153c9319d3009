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
#include "labkit/inputs/inputs.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

using channel::RanksAnswer;

inline inputs::Inputs& any_inputs() {
  static inputs::Inputs inputs;
  return inputs;
}

inline std::vector<float> any_values(std::size_t count, float low = -1, float high = 1) {
  return any_inputs().uniform(count, low, high);
}

/// A whole number in [low, high], drawn anew in each run.
inline int any_between(int low, int high) {
  const float drawn = any_inputs().uniform(1, 0, 1).front();
  return std::min(high, low + static_cast<int>(drawn * static_cast<float>(high - low + 1)));
}

/// The verdict of the test that runs now, unless `right`.
template <class Operation>
testing::AssertionResult holds(const Operation& operation, bool right, const std::string& message) {
  if (right) return testing::AssertionSuccess();
  channel::Failure failure;
  failure.outcome = "wrong_answer";
  failure.message = operation.describe() + ": " + message;
  channel::note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

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

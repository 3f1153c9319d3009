#pragma once
// Helpers that the tests of lab 2 share: inputs, rounding and messages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "labkit/channel/counts.h"
#include "labkit/channel/ask.h"
#include "labkit/channel/floors.h"
#include "labkit/inputs/any.h"
#include "labs/lab2-mixed-precision/operations.h"

namespace gridmark::lab2 {

using inputs::any_between;
using inputs::any_inputs;
using inputs::any_values;

inline std::size_t area(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

inline std::size_t total(const std::vector<int>& sizes) {
  return static_cast<std::size_t>(std::accumulate(sizes.begin(), sizes.end(), 0));
}

/// Bits of the significand, and the exponent below which a number has fewer.
struct Format {
  int bits, least_exponent;
};

inline Format format_of(Type type) {
  constexpr Format formats[] = {{24, -125}, {11, -13}, {8, -125}};
  return formats[static_cast<int>(type)];
}

/// The nearest number of `type`, ties to even. The caller must avoid overflow.
inline float rounded(float value, Type type) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const Format format = format_of(type);
  const double unit = std::ldexp(1.0, std::max(exponent, format.least_exponent) - format.bits);
  return static_cast<float>(std::nearbyint(static_cast<double>(value) / unit) * unit);
}

inline std::vector<float> rounded(std::vector<float> values, Type type) {
  for (float& value : values) value = rounded(value, type);
  return values;
}

inline const channel::Meters& meters() { return channel::last_reply().meters; }

/// Passes if `right`, else fails the running test with `message` about the operation.
template <class Operation>
testing::AssertionResult holds(Operation& operation, bool right, const std::string& message) {
  return channel::judge(operation, {right, message});
}

/// Every value must be exact, and NaN always fails.
template <class Operation>
testing::AssertionResult same(Operation& operation, std::span<const float> found,
                              const std::vector<float>& expected, const std::string& name) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i < found.size() && found[i] == expected[i]) continue;
    const bool unwritten = i >= found.size() || std::isnan(found[i]);
    return holds(operation, false,
                 unwritten ? fmt::format("{}[{}] is not a number, expected {:.6g}", name, i, expected[i])
                           : fmt::format("{}[{}] is {:.6g}, expected {:.6g}", name, i, found[i], expected[i]));
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab2

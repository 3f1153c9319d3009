#pragma once
// Helpers that the tests of lab 4 share: inputs, messages and sums.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "labkit/channel/counts.h"
#include "labkit/channel/ask.h"
#include "labkit/channel/floors.h"
#include "labkit/channel/options.h"
#include "labkit/inputs/any.h"
#include "labs/lab4-memory/operations.h"

namespace gridmark::lab4 {

using channel::holds;
using inputs::any_between;
using inputs::any_inputs;
using inputs::any_values;

template <class... Sizes>
std::size_t volume(Sizes... sizes) {
  return (std::size_t{1} * ... * static_cast<std::size_t>(sizes));
}

inline const channel::Meters& meters() { return channel::last_reply().meters; }

/// A run without counts only judges answers, and reports that it is not a grade.
inline bool somebody_counts() { return channel::options().workers.contains("counted"); }

/// A profile runs every call in the counted flavour, so it skips the largest ones.
inline bool is_profiled() { return !channel::options().profile.empty(); }

/// The cause of a wrong answer, found by experiments, or "" if no hypothesis fits.
template <class Operation>
testing::AssertionResult explained(const Operation& operation, const std::string& message, const oracle::Diagnosis& cause) {
  if (cause.empty()) return holds(operation, false, message);
  return holds(operation, false, message + "; " + cause.words, {}, Cause{Cause::Kind::matched_mistake, cause.words},
               cause.remedy);
}

/// The slope of log(values) over log(at), by least squares: the exponent of the growth.
inline double exponent(const std::vector<double>& at, const std::vector<double>& values) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto count = static_cast<double>(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double a = std::log(at[i]), b = std::log(values[i]);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace gridmark::lab4

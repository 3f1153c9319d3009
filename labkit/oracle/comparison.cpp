#include "labkit/oracle/comparison.h"

#include <fmt/format.h>

#include <cmath>

#include "labkit/oracle/wrong_pattern.h"

namespace gridmark::oracle {
namespace {

std::string element(const Shape& shape, std::size_t index) {
  return fmt::format("{}[{}][{}]", shape.name, index / shape.columns, index % shape.columns);
}

/// The message about one element that is off, and how many like it there are.
std::string describe(float got, double expected, const Shape& shape, std::size_t index) {
  if (is_unwritten(got)) return fmt::format("{} was never written", element(shape, index));
  return fmt::format("{} is {:.6g}, expected {:.6g}", element(shape, index), got, expected);
}

/// Ends the message of a wrong answer with its cause, else with its pattern.
Comparison ended(Comparison wrong, const std::string& cause, const std::string& pattern) {
  wrong.explained = !cause.empty();
  const std::string& end = wrong.explained ? cause : pattern;
  if (!end.empty()) wrong.message += "; " + end;
  return wrong;
}

bool is_off(float got, double expected, double limit, double scale) {
  return !(std::abs(got - expected) <= limit * scale);
}

}  // namespace

Comparison compare_relative_rmse(std::span<const float> got, std::span<const double> expected, double limit,
                                 const Shape& shape, const Cause& cause) {
  Comparison wrong;
  wrong.bytes = got.size_bytes();
  wrong.message = fmt::format("{} has {} elements, expected {}", shape.name, got.size(), expected.size());
  if (got.size() != expected.size()) return wrong;
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    error += (got[i] - expected[i]) * (got[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  if (error <= limit * limit * norm) return {.equal = true, .message = ""};

  // The first element that is off by more than its share says more than the sum.
  const std::string known = cause ? cause() : "";
  const double scale = std::sqrt(norm / static_cast<double>(expected.size()));
  std::size_t first = expected.size(), off = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (is_off(got[i], expected[i], limit, scale) && off++ == 0) first = i;
  const double rmse = std::sqrt(error / norm);
  wrong.message = fmt::format("relative RMSE {:.2g} is above {:.0e}", rmse, limit);
  if (off == 0) return ended(wrong, known, "");
  const std::string error_words = std::isfinite(rmse) ? fmt::format("{:.2g}", rmse) : "is no number";
  wrong.written = !is_unwritten(got[first]);
  wrong.message =
      fmt::format("{}; {} of {} elements are off (relative RMSE {}, at most {:.0e} passes)",
                  describe(got[first], expected[first], shape, first), off, got.size(), error_words, limit);
  return ended(wrong, known, pattern_of(got, expected, shape, limit * scale));
}

}  // namespace gridmark::oracle

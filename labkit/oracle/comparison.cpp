#include "labkit/oracle/comparison.h"

#include <fmt/format.h>

#include <cmath>

#include "labkit/oracle/count_wrong.h"
#include "labkit/oracle/wrong_pattern.h"

namespace gridmark::oracle {
namespace {

std::string element(const Shape& shape, std::size_t index) {
  return fmt::format("{}[{}][{}]", shape.name, index / shape.columns, index % shape.columns);
}

/// The message about one wrong element and the number of other wrong elements.
std::string describe(float got, double expected, const Shape& shape, std::size_t index) {
  if (is_unwritten(got)) return fmt::format("{} was never written", element(shape, index));
  return fmt::format("{} is {:.6g}, expected {:.6g}", element(shape, index), got, expected);
}

/// Completes the message of an answer whose cause no experiment has found.
void add_pattern(Comparison& wrong, std::span<const float> got, const std::string& pattern) {
  if (!pattern.empty()) wrong.message += "; " + pattern;
  wrong.cause = cause_of_pattern(got, pattern);
}

bool is_off(float got, double expected, double limit, double scale) {
  return !(std::abs(got - expected) <= limit * scale);
}

}  // namespace

void explain(Comparison& wrong, const Diagnosis& cause) {
  if (cause.empty()) return;
  wrong.explained = true;
  wrong.message += (wrong.message.empty() ? "" : "; ") + cause.words;
  wrong.cause = Cause{Cause::Kind::matched_mistake, cause.words};
  wrong.remedy = cause.remedy;
}

Comparison compare_relative_rmse(std::span<const float> got, std::span<const double> expected, double limit,
                                 const Shape& shape, const CauseSearch& search) {
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

  // The first element beyond its tolerance is more useful than the sum.
  const Diagnosis known = search ? search() : Diagnosis();
  const double scale = std::sqrt(norm / static_cast<double>(expected.size()));
  std::size_t first = expected.size(), off = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (is_off(got[i], expected[i], limit, scale) && off++ == 0) first = i;
  const double rmse = std::sqrt(error / norm);
  wrong.message = fmt::format("relative RMSE {:.2g} is above {:.0e}", rmse, limit);
  if (off == 0) {
    explain(wrong, known);
    return wrong;
  }
  const std::string error_words = std::isfinite(rmse) ? fmt::format("{:.2g}", rmse) : "is not a number";
  wrong.written = !is_unwritten(got[first]);
  wrong.message =
      fmt::format("{}; {} of {} elements are off (relative RMSE {}, at most {:.0e} passes)",
                  describe(got[first], expected[first], shape, first), off, got.size(), error_words, limit);
  wrong.wrong = count_wrong(got, expected, shape, limit * scale);
  explain(wrong, known);
  if (!wrong.explained) add_pattern(wrong, got, pattern_of(got, expected, shape, limit * scale));
  return wrong;
}

}  // namespace gridmark::oracle

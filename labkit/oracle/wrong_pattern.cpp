#include "labkit/oracle/wrong_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gridmark::oracle {
namespace {

// Outputs are filled with this before a call (see channel::poison_byte).
constexpr std::uint32_t poison = 0xFFFFFFFF;

/// An answer and the expected answer, as matrices.
struct Matrix {
  std::span<const float> got;
  std::span<const double> expected;
  std::size_t rows, columns;
  double close;

  bool right(std::size_t i) const { return std::abs(got[i] - expected[i]) <= close; }
};

/// Only infinite elements are reported: they have two possible reasons, and NaN has many.
std::string overflow(const Matrix& c) {
  const auto infinite =
      std::count_if(c.got.begin(), c.got.end(), [](float value) { return std::isinf(value); });
  if (infinite == 0) return "";
  return fmt::format("{} infinite: {}, or was never set",
                     infinite == 1 ? std::string("1 element is") : fmt::format("{} elements are", infinite),
                     overflows_in_half);
}

std::string all_zero(const Matrix& c) {
  const bool zero = std::all_of(c.got.begin(), c.got.end(), [](float value) { return value == 0; });
  return zero && c.got.size() > 1 ? "every element is 0: is the kernel launched, and does it write its sum?"
                                  : "";
}

std::string transposed(const Matrix& c) {
  if (c.rows < 2 || c.columns < 2) return "";
  for (std::size_t row = 0; row < c.rows; ++row)
    for (std::size_t column = 0; column < c.columns; ++column)
      if (!(std::abs(c.got[column * c.rows + row] - c.expected[row * c.columns + column]) <= c.close))
        return "";
  return "it is the transpose of the right answer: row and column are swapped in an index";
}

/// The common factor of all elements to the expected ones, if there is one.
std::string multiple(const Matrix& c) {
  double factor = 0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < c.got.size(); ++i) {
    if (std::abs(c.expected[i]) <= 100 * c.close) continue;
    const double here = c.got[i] / c.expected[i];
    if (compared++ == 0) factor = here;
    if (!(std::abs(here - factor) <= 1e-3 * std::abs(factor))) return "";
  }
  if (compared < 2 || factor == 0 || std::abs(factor - 1) <= 1e-3) return "";
  return fmt::format("every element is {:.4g} times its right value", factor);
}

/// The advice for rows or columns from `first` on. A block has at least eight of them, so a smaller `first`
/// is not the end of a block.
std::string advice_from(std::size_t first, bool unwritten) {
  constexpr std::size_t smallest_block = 8;
  if (first % smallest_block != 0) return "";
  return unwritten ? ": does the grid reach them? Blocks must be rounded up"
                   : ": check the indices past the first block";
}

/// "rows from 32 on are off, all before are right". `right` has an entry for each row or column.
std::string tail(const Matrix& c, const std::vector<bool>& right, const std::vector<bool>& wrong,
                 const char* what) {
  const auto first = static_cast<std::size_t>(std::find(right.begin(), right.end(), false) - right.begin());
  if (first == 0 || first == right.size()) return "";
  if (!std::all_of(wrong.begin() + static_cast<std::ptrdiff_t>(first), wrong.end(),
                   [](bool all) { return all; }))
    return "";
  const bool unwritten = std::any_of(c.got.begin(), c.got.end(), is_unwritten);
  return fmt::format("{} from {} on are {}, all before are right{}", what, first,
                     unwritten ? "never written" : "off", advice_from(first, unwritten));
}

std::string edge(const Matrix& c) {
  std::vector<bool> right_rows(c.rows, true), right_columns(c.columns, true);
  std::vector<bool> wrong_rows(c.rows, true), wrong_columns(c.columns, true);
  for (std::size_t i = 0; i < c.got.size(); ++i) {
    const std::size_t row = i / c.columns, column = i % c.columns;
    if (c.right(i))
      wrong_rows[row] = wrong_columns[column] = false;
    else
      right_rows[row] = right_columns[column] = false;
  }
  const std::string rows = tail(c, right_rows, wrong_rows, "rows");
  return rows.empty() ? tail(c, right_columns, wrong_columns, "columns") : rows;
}

/// Right to two or three digits everywhere, which means rounding and not a wrong index. Half precision and
/// TF32 keep 11 bits, bfloat16 keeps 8. Sums make it worse.
std::string rounding(const Matrix& c) {
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < c.got.size(); ++i) {
    error += (c.got[i] - c.expected[i]) * (c.got[i] - c.expected[i]);
    norm += c.expected[i] * c.expected[i];
  }
  if (!(error <= 2e-2 * 2e-2 * norm)) return "";
  return std::string(rounded_on_the_way);
}

}  // namespace

std::optional<Cause> cause_of_pattern(std::span<const float> got, const std::string& pattern) {
  const bool no_number = std::any_of(
      got.begin(), got.end(), [](float value) { return !std::isfinite(value) && !is_unwritten(value); });
  const bool zero = std::all_of(got.begin(), got.end(), [](float value) { return value == 0; });
  if (no_number || zero) return Cause{Cause::Kind::consequence, ""};
  if (pattern.empty()) return std::nullopt;
  return Cause{Cause::Kind::matched_mistake, pattern};
}

bool is_unwritten(float value) { return std::bit_cast<std::uint32_t>(value) == poison; }

std::string pattern_of(std::span<const float> got, std::span<const double> expected, const Shape& shape,
                       double close) {
  if (shape.columns == 0 || got.size() != expected.size() || got.size() % shape.columns != 0) return "";
  const Matrix c{got, expected, got.size() / shape.columns, shape.columns, close};
  for (const auto& look : {overflow, all_zero, transposed, edge, rounding, multiple})
    if (std::string found = look(c); !found.empty()) return found;
  return "";
}

}  // namespace gridmark::oracle

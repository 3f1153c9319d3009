#include "grader/core/plain_number.h"
#include "grader/core/ascii.h"

#include <charconv>
#include <cmath>

namespace gridmark {
namespace {

constexpr std::size_t most_digits = 64;
constexpr double most = 1e300;  // the limit of numbers in records

/// Digits from the first nonzero one, and the number of digits after the decimal point.
struct Mantissa {
  int digits = 0;
  int decimals = 0;
};

Mantissa mantissa_of(std::string_view text) {
  Mantissa seen;
  bool behind_point = false;
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (c == '.') behind_point = true;
    if (!is_digit(c)) continue;
    seen.decimals += behind_point;
    if (c != '0' || seen.digits > 0) ++seen.digits;
  }
  return seen;
}

int exponent_of(std::string_view text) {
  const auto at = text.find_first_of("eE");
  if (at == text.npos) return 0;
  std::string_view written = text.substr(at + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  int exponent = 0;
  std::from_chars(written.data(), written.data() + written.size(), exponent);
  return exponent;
}

}  // namespace

std::optional<PlainNumber> plain_number(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  if (!is_digit(text.back()) && text.back() != '.') return std::nullopt;  // refuses "inf" and "nan"
  PlainNumber number;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.value);
  if (error != std::errc() || end != text.data() + text.size() || std::abs(number.value) > most)
    return std::nullopt;
  const Mantissa mantissa = mantissa_of(text);
  number.digits = mantissa.digits > 0 ? mantissa.digits : 1;
  number.step = std::pow(10.0, exponent_of(text) - mantissa.decimals);
  return number;
}

}  // namespace gridmark

#pragma once
#include <optional>
#include <string_view>

namespace gridmark {

/// A decimal number with the precision in which it was written.
struct PlainNumber {
  double value = 0;
  int digits = 0;   ///< significant digits: 3 for "0.0313" and "31.0", 1 for "0"
  double step = 1;  ///< value of one unit in the last digit: 0.0001 for "0.0313"
};

/// Parses the whole of `text` as a number: a sign, digits, a decimal point, an exponent. Empty for "inf",
/// "nan", "0x1p3", "1,5", "1 000" and numbers that a double cannot hold.
std::optional<PlainNumber> plain_number(std::string_view text);

}  // namespace gridmark

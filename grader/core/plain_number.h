#pragma once
#include <optional>
#include <string_view>

namespace gridmark {

/// A decimal number as somebody wrote it.
struct PlainNumber {
  double value = 0;
  int digits = 0;   ///< significant ones: 3 for "0.0313" and "31.0", 1 for "0"
  double step = 1;  ///< what one more in the last digit is worth: 0.0001 for "0.0313"
};

/// The number that is all of `text`: a sign, digits, a decimal point, an exponent. Nothing for "inf", "nan",
/// "0x1p3", "1,5", "1 000" and what a double cannot hold.
std::optional<PlainNumber> plain_number(std::string_view text);

}  // namespace gridmark

#pragma once
// The pattern of a wrong answer. One element shows the place of a fault, the pattern often shows its reason.
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "labkit/oracle/comparison.h"

namespace gridmark::oracle {

/// The most frequent reason is a sum that half precision cannot hold.
inline constexpr std::string_view overflows_in_half =
    "a value overflows on the way (half precision ends at 65504)";
inline constexpr std::string_view rounded_on_the_way =
    "nearly right everywhere: is a value rounded to half precision or less on the way?";

/// The end of a message about `got`, or "" without a clear pattern: "it is the transpose of the right
/// answer".
///
/// got, expected  of the same size, row-major according to `shape`
/// close          the largest absolute error of a right element
std::string pattern_of(std::span<const float> got, std::span<const double> expected, const Shape& shape,
                       double close);

/// The cause that pattern_of() names. Infinite numbers, NaN and zeros are only symptoms, because an
/// uninitialised sum or an underflow also gives them.
std::optional<Cause> cause_of_pattern(std::span<const float> got, const std::string& pattern);

/// Whether the element was never written since the call began.
bool is_unwritten(float value);

}  // namespace gridmark::oracle

#pragma once
// What a wrong answer looks like as a whole: one element says where, its pattern often says why.
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "labkit/oracle/comparison.h"

namespace gridmark::oracle {

/// Of a sum that half precision cannot hold, most of all.
inline constexpr std::string_view overflows_in_half =
    "a value overflows on the way (half precision ends at 65504)";

/// The end of a message about `got`, or "" where nothing stands out: "it is the transpose of the right
/// answer".
///
/// got, expected  of the same size, row-major as `shape` says
/// close          how far an element may be off, absolute
std::string pattern_of(std::span<const float> got, std::span<const double> expected, const Shape& shape,
                       double close);

/// The cause that pattern_of() names. Infinite numbers, NaN and zeros alone are symptoms: an uninitialised
/// sum has them as well, or one that underflows.
std::optional<Cause> cause_of_pattern(std::span<const float> got, const std::string& pattern);

/// Whether nobody has written the element since the call began.
bool is_unwritten(float value);

}  // namespace gridmark::oracle

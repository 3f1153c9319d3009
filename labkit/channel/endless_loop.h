#pragma once
#include <string>
#include <string_view>

namespace gridmark::channel {

/// A loop that never ends.
struct EndlessLoop {
  int line = 0;
  std::string why;  ///< a message without a full stop, empty if the source shows no cause
};

/// The end of the reason if the index type ends before the bound.
inline constexpr std::string_view index_too_small = ". Make it an int";

/// The end of the reason if an unsigned index counts down past 0.
inline constexpr std::string_view counts_below_zero = ", and goes from 0 to its largest value";

/// Why the loop around a line of CUDA source never ends: the loop's line, its condition, and the variable
/// that keeps it true. The search starts with the innermost loop.
///
/// source   the file's text
/// line     where a thread was found, counted from 1
EndlessLoop why_loop_never_ends(std::string_view source, int line);

}  // namespace gridmark::channel

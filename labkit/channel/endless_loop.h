#pragma once
#include <string>
#include <string_view>

namespace gridmark::channel {

/// A loop whose end never comes.
struct EndlessLoop {
  int line = 0;
  std::string why;  ///< a sentence without a full stop; empty: the text alone shows no cause
};

/// How the reason ends where the type of an index ends before its bound.
inline constexpr std::string_view index_too_small = ". Make it an int";

/// And where an unsigned index counts down past 0.
inline constexpr std::string_view counts_below_zero = ", and goes from 0 to its largest value";

/// Why the loop around a line of CUDA source never ends: the loop's line, its condition and the variable that
/// keeps it true. Innermost loops come first.
///
/// source   the file's text
/// line     where a thread was found, from 1 on
EndlessLoop why_loop_never_ends(std::string_view source, int line);

}  // namespace gridmark::channel

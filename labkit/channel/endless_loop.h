#pragma once
#include <string>
#include <string_view>

namespace gridmark::channel {

/// Why the loop around a line of CUDA source never ends: the loop's line, its condition and the variable that
/// keeps it true. Innermost loops come first.
///
/// source   the file's text
/// line     where a thread was found, from 1 on
/// returns  a sentence without a full stop; empty where the text alone shows no cause
std::string why_loop_never_ends(std::string_view source, int line);

}  // namespace gridmark::channel

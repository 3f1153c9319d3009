#pragma once
#include <string>
#include <string_view>

namespace gridmark::fuzz {

/// What must hold for any text that the rewriter gets: a clean refusal, or the same program. All that
/// was not replaced is there, byte for byte, in its line; and in its column, but for 3 columns more or less
/// for each replacement before it in the line, or the length of a replacement that may be longer (inline PTX,
/// dynamic shared memory).
///
/// returns  a sentence about what does not hold; empty if all is well
std::string broken_promise(std::string_view text);

}  // namespace gridmark::fuzz

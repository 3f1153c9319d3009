#pragma once
// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing past U+10FFFF.
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark {

/// One step through bytes that may be anything.
struct CodePoint {
  char32_t value = 0;      ///< the byte itself where it is not valid
  std::size_t length = 0;  ///< bytes it takes; 1 where it is not valid, 0 at the end
  bool valid = false;
};

/// The code point that `bytes` starts with.
CodePoint first_code_point(std::string_view bytes);

/// Offset of the first byte that is not UTF-8; npos when all are.
std::size_t first_invalid_byte(std::string_view bytes);

/// `bytes` with each invalid byte spelled `\xNN`; valid text comes back unchanged.
std::string valid_utf8(std::string_view bytes);

/// `bytes` with each invalid byte as U+FFFD, for text with a syntax of its own, which `\x` would break.
std::string replaced_utf8(std::string_view bytes);

/// The longest start of `text` that has at most `most` bytes and does not cut a code point.
std::string_view clipped(std::string_view text, std::size_t most);

}  // namespace gridmark

#pragma once
// UTF-8 according to RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF.
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark {

/// One step through arbitrary bytes.
struct CodePoint {
  char32_t value = 0;      ///< the byte if it is not valid
  std::size_t length = 0;  ///< number of bytes, 1 if not valid, 0 at the end
  bool valid = false;
};

/// The first code point of `bytes`.
CodePoint first_code_point(std::string_view bytes);

/// Offset of the first byte that is not UTF-8, npos if there is none.
std::size_t first_invalid_byte(std::string_view bytes);

/// `bytes` with each invalid byte spelled `\xNN`. Valid text is returned unchanged.
std::string valid_utf8(std::string_view bytes);

/// `bytes` with each invalid byte as U+FFFD, for text in a format that `\x` would break.
std::string replaced_utf8(std::string_view bytes);

/// The longest start of `text` that has at most `most` bytes and does not cut a code point.
std::string_view clipped(std::string_view text, std::size_t most);

}  // namespace gridmark

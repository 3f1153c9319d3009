#pragma once
#include <cstddef>
#include <string_view>

namespace gridmark::rewrite {

/// A piece of preprocessed source. Tokens follow one another without gaps.
struct Token {
  enum class Kind {
    identifier,  ///< keywords too
    number,
    literal,  ///< string or character, raw ones too
    punctuator,
    blank,      ///< white space and comments
    marker,     ///< a line marker or a directive that holds no code
    macro,      ///< "#define NAME(parameters)", followed by the body as ordinary tokens
    macro_end,  ///< the newline that ends a macro's body
    foreign,    ///< the text of system headers, unread
  };
  Kind kind;
  std::size_t begin = 0;
  std::size_t end = 0;
};

inline bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }
inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace gridmark::rewrite

#pragma once
// The text of a source in which a directive can be: without comments and without the contents of literals.
//
// Theory of operation. Several scanners read a source: the usual one of g++, the one for -fdirectives-only,
// which looks only for the ends of comments and literals, and clang's. They agree except in corner cases: an
// unclosed quote on a line, the end of a comment written `*\/`, a raw string after `1e+R"(`. With such a
// corner case, a directive could be hidden from one scanner and shown to another. So the text from the first
// corner case on is kept unchanged, with its comments and literals. Everything there that looks like a
// directive counts as one.
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/ascii.h"

namespace gridmark::compile {

/// How to read a backslash, blanks and a line's end: as one line or two. Compilers differ.
enum class BlankSplices { join, end_line };

struct DirectiveText {
  std::string text;                 ///< lines joined, a blank for each comment, "" for each literal
  std::vector<std::size_t> origin;  ///< position of each byte in the source
};

DirectiveText directive_text(std::string_view source, BlankSplices splices);

inline bool is_blank_of_line(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0';
}

inline bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         (c & 0x80) != 0;
}

}  // namespace gridmark::compile

#pragma once
// What of a source may be a directive: its text without comments and without what literals hold.
//
// Theory of operation. A source meets several scanners: g++'s own, the one that g++ has for
// -fdirectives-only, which looks for the ends of comments and literals alone, and clang's. They read alike
// but for corners: what a quote that its line does not close ends with, what `*\/` ends, whether `1e+R"(`
// begins a raw string. Who has found a corner could hide a directive from one scanner and show it to another.
// So from the first corner on a source is left as it is, with its comments and literals: what looks like a
// directive there counts as one.
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/ascii.h"

namespace gridmark::compile {

/// A backslash, blanks and a line's end: two lines or one? Compilers differ.
enum class BlankSplices { join, end_line };

struct DirectiveText {
  std::string text;                 ///< lines joined; a comment is a blank, a literal is ""
  std::vector<std::size_t> origin;  ///< where each byte of it is in the source
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

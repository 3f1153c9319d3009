#pragma once
#include <string_view>
#include <vector>

#include "emulation/rewrite/token.h"

namespace gridmark::rewrite {

/// Cuts the output of `g++ -E -fdirectives-only` into tokens.
///
/// Macros are still unexpanded there, so the bodies of #define are read as code. A token that is not
/// terminated ends with its line or with the text. Every text has a tokenisation, which covers it without
/// gaps.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  std::vector<Token> run();

 private:
  Token next();
  Token directive();
  Token foreign_text();
  std::size_t end_of_blank(std::size_t at) const;
  std::size_t end_of_line(std::size_t at) const;
  std::size_t end_of_macro_head(std::size_t at) const;
  std::size_t end_of_line_comment(std::size_t at) const;
  std::size_t end_of_block_comment(std::size_t at) const;
  std::size_t end_of_quoted(std::size_t at) const;
  std::size_t end_of_raw(std::size_t at) const;
  std::size_t end_of_number(std::size_t at) const;
  std::size_t end_of_identifier(std::size_t at) const;
  std::size_t end_of_punctuator(std::size_t at) const;
  std::size_t literal_prefix(std::size_t at) const;
  std::size_t splice(std::size_t at) const;
  bool ends_line(std::size_t at) const;
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool looking_at(std::size_t i, std::string_view what) const { return text_.substr(i).starts_with(what); }

  std::string_view text_;
  std::size_t position_ = 0;
  bool line_start_ = true;      ///< only blanks since the last newline
  bool in_system_ = false;      ///< the last line marker had flag 3
  bool in_macro_ = false;       ///< inside the body of a #define
  bool after_literal_ = false;  ///< directly: a name here is a suffix, and does not begin a raw string
};

}  // namespace gridmark::rewrite

#include "emulation/rewrite/lexer.h"

#include <algorithm>
#include <array>
#include <string>

#include "emulation/rewrite/line_marker.h"

namespace gridmark::rewrite {
namespace {

/// C++ allows 16 characters between R" and (. More would make a hostile file quadratic to read.
constexpr std::size_t longest_raw_delimiter = 16;

/// Punctuators that the rewriters must not see as two. `>>` stays two tokens, because it closes two template
/// lists.
constexpr std::array<std::string_view, 9> joined_punctuators = {
    "<<<", ">>>", "<<", "<=", ">=", "->", "::", "##", "=="};

}  // namespace

std::vector<Token> Lexer::run() {
  std::vector<Token> tokens;
  while (position_ < text_.size()) {
    const Token token = next();
    tokens.push_back(token);
    position_ = token.end;
    after_literal_ = token.kind == Token::Kind::literal;
    const bool ended_line = ends_line(token.end - 1);
    line_start_ = ended_line || (line_start_ && token.kind == Token::Kind::blank);
  }
  return tokens;
}

Token Lexer::next() {
  using Kind = Token::Kind;
  const std::size_t here = position_;
  const char c = text_[here];
  const auto token = [here](Kind kind, std::size_t end) { return Token{kind, here, end}; };
  if (line_start_ && !in_macro_ && c == '#') return directive();
  if (in_system_) return foreign_text();
  if (in_macro_ && ends_line(here)) {
    in_macro_ = false;
    return token(Kind::macro_end, here + 1);
  }
  if (is_space(c) || splice(here)) return token(Kind::blank, end_of_blank(here));
  if (looking_at(here, "//")) return token(Kind::blank, end_of_line_comment(here));
  if (looking_at(here, "/*")) return token(Kind::blank, end_of_block_comment(here));
  const std::size_t quote = here + literal_prefix(here);
  if (at(quote) == 'R' && at(quote + 1) == '"' && !after_literal_) {
    if (const std::size_t end = end_of_raw(quote + 1)) return token(Kind::literal, end);
  }
  if (at(quote) == '"' || at(quote) == '\'') return token(Kind::literal, end_of_quoted(quote));
  if (is_digit(c) || (c == '.' && is_digit(at(here + 1)))) return token(Kind::number, end_of_number(here));
  if (starts_identifier(c)) return token(Kind::identifier, end_of_identifier(here));
  return token(Kind::punctuator, end_of_punctuator(here));
}

/// A line marker switches foreign text on and off. A #define opens a macro's body.
Token Lexer::directive() {
  const std::size_t here = position_;
  const std::size_t end = end_of_line(here);
  if (const auto marker = read_line_marker(text_.substr(here, end - here))) {
    in_system_ = marker->system;
    return {Token::Kind::marker, here, end};
  }
  if (in_system_) return foreign_text();
  std::size_t name = here + 1;
  while (at(name) == ' ' || at(name) == '\t') ++name;
  if (!looking_at(name, "define")) return {Token::Kind::marker, here, end};
  in_macro_ = true;
  return {Token::Kind::macro, here, end_of_macro_head(name + 6)};
}

/// Text up to the next line marker. System headers are copied unread.
Token Lexer::foreign_text() {
  std::size_t line = position_;
  for (;;) {
    const std::size_t newline = text_.find('\n', line);
    if (newline == std::string_view::npos) return {Token::Kind::foreign, position_, text_.size()};
    line = newline + 1;
    if (looking_at(line, "# ") && is_digit(at(line + 2))) return {Token::Kind::foreign, position_, line};
  }
}

/// For every compiler, a single carriage return ends a line, too.
bool Lexer::ends_line(std::size_t i) const {
  return text_[i] == '\n' || (text_[i] == '\r' && at(i + 1) != '\n');
}

/// Length of a backslash-newline at `i`. g++ accepts blanks between the two.
std::size_t Lexer::splice(std::size_t i) const {
  if (at(i) != '\\') return 0;
  std::size_t end = i + 1;
  while (end < text_.size() && is_space(text_[end]) && !ends_line(end)) ++end;
  return end < text_.size() && ends_line(end) ? end + 1 - i : 0;
}

/// A run of white space up to and with one newline, so that "start of line" is known after it.
std::size_t Lexer::end_of_blank(std::size_t i) const {
  while (i < text_.size()) {
    if (const std::size_t length = splice(i)) {
      i += length;
    } else if (ends_line(i)) {
      return in_macro_ ? i : i + 1;
    } else if (is_space(text_[i])) {
      ++i;
    } else {
      break;
    }
  }
  return i;
}

std::size_t Lexer::end_of_line(std::size_t i) const {
  while (i < text_.size() && !ends_line(i)) {
    const std::size_t length = splice(i);
    i += length ? length : 1;
  }
  return i;
}

/// The name and the parameters, which are not code.
std::size_t Lexer::end_of_macro_head(std::size_t i) const {
  const std::size_t line_end = end_of_line(i);
  while (i < line_end && is_space(text_[i])) ++i;
  while (i < line_end && continues_identifier(text_[i])) ++i;
  if (at(i) != '(') return i;
  const std::size_t close = text_.substr(0, line_end).find(')', i);
  return close == std::string_view::npos ? line_end : close + 1;
}

std::size_t Lexer::end_of_line_comment(std::size_t i) const { return end_of_line(i); }

std::size_t Lexer::end_of_block_comment(std::size_t i) const {
  const std::size_t close = text_.find("*/", i + 2);
  return close == std::string_view::npos ? text_.size() : close + 2;
}

/// Length of an encoding prefix (u8, u, U, L) in front of a quote or of R".
std::size_t Lexer::literal_prefix(std::size_t i) const {
  for (std::string_view prefix : {"u8", "u", "U", "L"}) {
    if (!looking_at(i, prefix)) continue;
    const char c = at(i + prefix.size());
    if (c == '"' || c == '\'' || (c == 'R' && at(i + prefix.size() + 1) == '"')) return prefix.size();
  }
  return 0;
}

/// The place behind the closing quote. An unterminated literal ends with its line.
std::size_t Lexer::end_of_quoted(std::size_t i) const {
  const char quote = text_[i++];
  while (i < text_.size() && !ends_line(i)) {
    if (text_[i] == quote) return i + 1;
    const std::size_t spliced = splice(i);
    i += spliced ? spliced : text_[i] == '\\' && at(i + 1) != '\n' ? 2 : 1;
  }
  return std::min(i, text_.size());
}

/// `i` is at the quote of R"delimiter(...)delimiter". Returns 0 if that is not a raw string.
std::size_t Lexer::end_of_raw(std::size_t i) const {
  const std::string_view head = text_.substr(i + 1, longest_raw_delimiter + 1);
  const std::size_t open = head.find_first_of("( )\\\t\n");
  if (open == std::string_view::npos || head[open] != '(') return 0;
  std::string close(1, ')');
  close.append(head.substr(0, open)).append(1, '"');
  const std::size_t found = text_.find(close, i + 1 + open);
  return found == std::string_view::npos ? text_.size() : found + close.size();
}

/// A preprocessing number: 1'000, 0x1.8p+3, 1e-5f.
std::size_t Lexer::end_of_number(std::size_t i) const {
  for (++i; i < text_.size(); ++i) {
    const char c = text_[i];
    const bool sign =
        (c == '+' || c == '-') && std::string_view("eEpP").find(text_[i - 1]) != std::string_view::npos;
    const bool separator = c == '\'' && continues_identifier(at(i + 1));
    if (!continues_identifier(c) && c != '.' && !sign && !separator) break;
  }
  return i;
}

std::size_t Lexer::end_of_identifier(std::size_t i) const {
  while (continues_identifier(at(i))) ++i;
  return i;
}

std::size_t Lexer::end_of_punctuator(std::size_t i) const {
  for (std::string_view joined : joined_punctuators) {
    if (looking_at(i, joined)) return i + joined.size();
  }
  return i + 1;
}

}  // namespace gridmark::rewrite

#include "labkit/channel/loop_source.h"

#include <algorithm>
#include <array>

#include "emulation/rewrite/lexer.h"

namespace gridmark::channel {

namespace {

/// "#define N(a)" -> "N"
std::string_view macro_name(std::string_view head) {
  head.remove_prefix(std::min(head.find("define") + 6, head.size()));
  head.remove_prefix(std::min(head.find_first_not_of(" \t"), head.size()));
  return head.substr(0, head.find_first_of(" \t(\n"));
}

/// Operators of two or three characters that the lexer does not take as one token.
bool is_operator(const std::string& text) {
  constexpr std::array<std::string_view, 15> all = {
      "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "!=", "&&", "||", "<<=", ">>="};
  return std::find(all.begin(), all.end(), text) != all.end();
}

}  // namespace

/// Leaves out blanks, comments and directives. "#define N" becomes "define" and "N".
LoopSource::LoopSource(std::string_view text) {
  using Kind = rewrite::Token::Kind;
  int line = 1;
  std::size_t joint = text.npos;  ///< the end of the last operator
  for (const rewrite::Token& token : rewrite::Lexer(text).run()) {
    std::string_view word = text.substr(token.begin, token.end - token.begin);
    const int lines = static_cast<int>(std::count(word.begin(), word.end(), '\n'));
    const bool is_macro = token.kind == Kind::macro;
    if (is_macro) tokens_.push_back({"define", line}), word = macro_name(word);
    const bool is_code = is_macro || token.kind == Kind::identifier || token.kind == Kind::number ||
                         token.kind == Kind::literal || token.kind == Kind::punctuator;
    const bool joins = token.kind == Kind::punctuator && joint == token.begin &&
                       is_operator(tokens_.back().text + std::string(word));
    if (joins)
      tokens_.back().text += word;
    else if (is_code)
      tokens_.push_back({std::string(word), line});
    if (token.kind == Kind::punctuator) joint = token.end;
    line += lines;
  }
}

LoopSource::Index LoopSource::behind_bracket(Index open) const {
  int depth = 0;
  for (Index i = open; i < tokens_.size(); ++i) {
    if (is(i, "(") || is(i, "{") || is(i, "[")) ++depth;
    if (is(i, ")") || is(i, "}") || is(i, "]")) --depth;
    if (depth == 0) return i + 1;
  }
  return tokens_.size();
}

/// `depth` limits recursion, so that hostile text cannot overflow the stack.
LoopSource::Index LoopSource::behind_statement(Index first, int depth) const {
  constexpr int deepest = 100;
  if (depth > deepest) return tokens_.size();
  if (is(first, "{")) return behind_bracket(first);
  if (is(first, "for") || is(first, "while")) return behind_statement(behind_bracket(first + 1), depth + 1);
  if (is(first, "if")) {
    const Index open = is(first + 1, "constexpr") ? first + 2 : first + 1;
    const Index end = behind_statement(behind_bracket(open), depth + 1);
    return is(end, "else") ? behind_statement(end + 1, depth + 1) : end;
  }
  for (Index i = first; i < tokens_.size();) {
    if (is(i, ";")) return i + 1;
    i = is(i, "(") || is(i, "{") || is(i, "[") ? behind_bracket(i) : i + 1;
  }
  return tokens_.size();
}

LoopSource::Index LoopSource::find(Index from, Index to, std::string_view text) const {
  while (from < to && !is(from, text)) from = is(from, "(") ? behind_bracket(from) : from + 1;
  return from;
}

bool LoopSource::read_header(Loop& loop, Index close) const {
  loop.init = loop.condition = loop.start + 2;
  loop.step = close;
  if (!loop.is_for) return true;
  const Index first = find(loop.init, close, ";");
  const Index second = find(first + 1, close, ";");
  if (second >= close) return false;  // a range-based for
  loop.condition = first + 1;
  loop.step = second;
  return true;
}

std::optional<Loop> LoopSource::loop_at(Index start) const {
  Loop loop;
  loop.start = start;
  loop.is_for = is(start, "for");
  if ((!loop.is_for && !is(start, "while")) || !is(start + 1, "(")) return std::nullopt;
  loop.body = behind_bracket(start + 1);
  loop.end = behind_statement(loop.body);
  // The while behind "do { ... }" ends a loop and does not start one.
  if (!read_header(loop, loop.body - 1) ||
      (!loop.is_for && start > 0 && is(start - 1, "}") && is(loop.body, ";")))
    return std::nullopt;
  return loop;
}

std::vector<Loop> LoopSource::loops_around(int line) const {
  std::vector<Loop> around;
  for (Index i = 0; i < tokens_.size(); ++i)
    if (const auto loop = loop_at(i); loop && tokens_[i].line <= line && tokens_[loop->end - 1].line >= line)
      around.insert(around.begin(), *loop);
  return around;
}

std::vector<Loop> LoopSource::loops_behind(int line) const {
  const auto first = std::ranges::find_if(tokens_, [line](const Word& word) { return word.line > line; });
  std::vector<Loop> behind;
  int depth = 0;
  for (auto i = static_cast<Index>(first - tokens_.begin()); i < tokens_.size() && depth >= 0; ++i) {
    depth += is(i, "{") ? 1 : is(i, "}") ? -1 : 0;
    if (const auto loop = loop_at(i); loop && depth >= 0) behind.push_back(*loop);
  }
  return behind;
}

std::string LoopSource::text(Index from, Index to) const {
  std::string words;
  for (Index i = from; i < to; ++i) {
    const bool joined = i == from || is(i, ")") || is(i, ".") || is(i - 1, "(") || is(i - 1, ".") ||
                        is(i, "++") || is(i, "--") || is(i, "]") || is(i, "[") || is(i - 1, "[");
    words += (joined ? "" : " ") + at(i);
  }
  return words;
}

}  // namespace gridmark::channel

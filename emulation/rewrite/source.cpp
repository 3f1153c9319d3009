#include "emulation/rewrite/source.h"

#include <algorithm>

#include "emulation/rewrite/lexer.h"
#include "emulation/rewrite/line_marker.h"

namespace gridmark::rewrite {
namespace {

using Kind = Token::Kind;

bool is_code(Kind kind) {
  return kind == Kind::identifier || kind == Kind::number || kind == Kind::literal ||
         kind == Kind::punctuator;
}

/// A macro's body is separate code: no search crosses its ends.
bool ends_code(Kind kind) { return kind == Kind::macro || kind == Kind::macro_end || kind == Kind::foreign; }

bool opens(std::string_view bracket) { return bracket == "(" || bracket == "[" || bracket == "{"; }

bool closes(std::string_view open, std::string_view close) {
  return (open == "(" && close == ")") || (open == "[" && close == "]") || (open == "{" && close == "}");
}

bool is_close(std::string_view bracket) { return bracket == ")" || bracket == "]" || bracket == "}"; }

}  // namespace

Source::Source(std::string_view text) : text_(text), tokens_(Lexer(text).run()) {
  bool macro = false;
  in_macro_.reserve(tokens_.size());
  for (const Token& token : tokens_) {
    macro = token.kind == Kind::macro || (macro && token.kind != Kind::macro_end);
    in_macro_.push_back(macro);
  }
  pair_brackets();
}

/// A closing bracket pairs with the last open one if the kinds agree. The rest stays without a partner.
void Source::pair_brackets() {
  partners_.assign(tokens_.size(), none);
  std::vector<std::size_t> open;
  std::size_t outside_macro = 0;  // brackets that were open where the macro began
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == Kind::macro) outside_macro = open.size();
    if (tokens_[i].kind == Kind::macro_end) {
      open.resize(std::min(open.size(), outside_macro));
      outside_macro = 0;
    }
    if (tokens_[i].kind != Kind::punctuator) continue;
    if (opens(text(i))) open.push_back(i);
    if (!is_close(text(i)) || open.size() <= outside_macro) continue;
    if (closes(text(open.back()), text(i))) {
      partners_[i] = open.back();
      partners_[open.back()] = i;
    }
    open.pop_back();
  }
}

std::string_view Source::text(std::size_t i) const {
  return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                            : std::string_view();
}

std::string_view Source::text(std::size_t first, std::size_t last) const {
  return text_.substr(tokens_[first].begin, tokens_[last].begin - tokens_[first].begin);
}

bool Source::is(std::size_t i, std::string_view what) const {
  return i < tokens_.size() && (tokens_[i].kind == Kind::punctuator || tokens_[i].kind == Kind::identifier) &&
         text(i) == what;
}

bool Source::is_identifier(std::size_t i) const {
  return i < tokens_.size() && tokens_[i].kind == Kind::identifier;
}

std::size_t Source::next(std::size_t i) const {
  if (i == none) return none;
  for (++i; i < tokens_.size() && !ends_code(tokens_[i].kind); ++i) {
    if (is_code(tokens_[i].kind)) return i;
  }
  return none;
}

std::size_t Source::previous(std::size_t i) const {
  if (i == none) return none;
  while (i-- > 0 && !ends_code(tokens_[i].kind)) {
    if (is_code(tokens_[i].kind)) return i;
  }
  return none;
}

Position Source::position(std::size_t offset) const {
  Position position;
  std::size_t line_begin = 0;
  for (;;) {
    const std::size_t newline = text_.find('\n', line_begin);
    if (newline == std::string_view::npos || newline >= offset) break;
    if (auto marker = read_line_marker(text_.substr(line_begin, newline - line_begin))) {
      position.file = std::move(marker->file);
      position.line = marker->line;
    } else {
      ++position.line;
    }
    line_begin = newline + 1;
  }
  position.column = static_cast<int>(offset - line_begin) + 1;
  return position;
}

Diagnostic Source::diagnostic(std::size_t offset, std::string message) const {
  Diagnostic found{position(offset), std::move(message), {}};
  const std::size_t begin = offset + 1 - static_cast<std::size_t>(found.position.column);
  const std::size_t end = std::min(text_.find('\n', offset), text_.size());
  found.source_line = std::string(text_.substr(begin, end - begin));
  return found;
}

}  // namespace gridmark::rewrite

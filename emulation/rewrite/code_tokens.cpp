#include "emulation/rewrite/code_tokens.h"

namespace gridmark::rewrite {
namespace {

/// Template arguments are short. The limit keeps hostile text from costing n^2.
constexpr std::size_t longest_angles = 200;

bool is_code_kind(Token::Kind kind) {
  using Kind = Token::Kind;
  return kind == Kind::identifier || kind == Kind::number || kind == Kind::literal ||
         kind == Kind::punctuator;
}

}  // namespace

CodeTokens::CodeTokens(const Source& source) : source_(source) {
  for (std::size_t i = 0; i < source.size(); ++i)
    if (is_code_kind(source[i].kind) && !source.in_macro(i)) tokens_.push_back(i);
  pair_brackets();
}

bool CodeTokens::is_any(std::size_t at, std::initializer_list<std::string_view> words) const {
  return at < end() && is_one_of(source_, tokens_[at], words);
}

void CodeTokens::pair_brackets() {
  partners_.assign(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    if (opens(at)) open.push_back(at);
    if (!is_any(at, {")", "]", "}"})) continue;
    if (open.empty() || source_.partner(tokens_[at]) != tokens_[open.back()]) {
      balanced_ = false;
      return;
    }
    partners_[at] = open.back();
    partners_[open.back()] = at;
    open.pop_back();
  }
  balanced_ = open.empty();
}

std::size_t CodeTokens::behind_angles(std::size_t at) const {
  int depth = 0;
  for (std::size_t t = at; t < end() && t < at + longest_angles; ++t) {
    if (opens(t)) t = partner(t);
    depth += is(t, "<") ? 1 : is(t, ">") ? -1 : is(t, ">>>") ? -3 : 0;
    if (depth <= 0) return t + 1;
    if (is_any(t, {";", ")", "]", "}", "<<<"})) return at;
  }
  return at;
}

std::size_t CodeTokens::open_angle(std::size_t at) const {
  int depth = 0;
  for (std::size_t t = at, steps = 0; t < end() && steps < longest_angles; --t, ++steps) {
    if (is_any(t, {")", "]", "}"})) t = partner(t);
    depth += is(t, ">") ? 1 : is(t, "<") ? -1 : 0;
    if (depth == 0) return t;
    if (t == 0 || is_any(t, {";", "(", "[", "{", ">>>"})) return end();
  }
  return end();
}

}  // namespace gridmark::rewrite

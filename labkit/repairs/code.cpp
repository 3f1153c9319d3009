#include "labkit/repairs/code.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "emulation/rewrite/lexer.h"

namespace gridmark::repairs {
namespace {

using rewrite::Token;

bool is_code(Token::Kind kind) {
  using Kind = Token::Kind;
  return kind == Kind::identifier || kind == Kind::number || kind == Kind::literal ||
         kind == Kind::punctuator;
}

/// Operators of two or three characters that the lexer does not take as one token.
bool is_operator(std::string_view text) {
  constexpr std::array<std::string_view, 17> all = {
      "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "!=", "&&", "||", "<=", ">=", "==", "<<="};
  return std::find(all.begin(), all.end(), text) != all.end();
}

bool is_statement_word(std::string_view word) {
  static const std::set<std::string_view> all = {"for",   "while",  "if",     "switch",
                                                 "catch", "return", "sizeof", "constexpr"};
  return all.contains(word);
}

}  // namespace

Code::Code(std::string_view text) : text_(text) {
  read_words();
  pair_brackets();
  find_functions();
}

/// Leaves out comments and the contents of #define, which are not statements.
void Code::read_words() {
  int line = 1;
  bool in_macro = false;
  for (const Token& token : rewrite::Lexer(text_).run()) {
    const std::string_view word = text_.substr(token.begin, token.end - token.begin);
    if (token.kind == Token::Kind::macro) in_macro = true;
    if (token.kind == Token::Kind::macro_end) in_macro = false;
    const char* const end = words_.empty() ? nullptr : words_.back().text.data() + words_.back().text.size();
    const std::string_view joined =
        end == word.data()
            ? std::string_view(words_.back().text.data(), words_.back().text.size() + word.size())
            : "";
    if (token.kind == Token::Kind::punctuator && !in_macro && is_operator(joined))
      words_.back().text = joined;
    else if (is_code(token.kind) && !in_macro)
      words_.push_back({word, line});
    line += static_cast<int>(std::count(word.begin(), word.end(), '\n'));
  }
}

void Code::pair_brackets() {
  std::vector<Index> open;
  for (Index i = 0; i < size(); ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) open.push_back(i);
    if (!is(i, ")") && !is(i, "]") && !is(i, "}")) continue;
    if (open.empty()) continue;
    words_[i].partner = open.back();
    words_[open.back()].partner = i;
    open.pop_back();
  }
}

void Code::find_functions() {
  for (Index i = 2; i < size(); ++i) {
    if (!is(i, "{") || !is(i - 1, ")") || partner(i) == none || partner(i - 1) == none) continue;
    const Index open = partner(i - 1);
    if (open == 0 || !is_name(open - 1) || is_statement_word(at(open - 1))) continue;
    functions_.push_back({open - 1, {open + 1, i - 1}, {i + 1, partner(i)}});
    i = partner(i);
  }
}

bool Code::is_name(Index word) const {
  return !at(word).empty() && rewrite::starts_identifier(at(word).front());
}

Index Code::partner(Index bracket) const { return bracket < size() ? words_[bracket].partner : none; }

std::string Code::text(Range range) const {
  if (range.empty() || range.end > size()) return "";
  const std::string_view last = at(range.end - 1);
  return {at(range.begin).data(), last.data() + last.size()};
}

std::string_view Code::line_text(int line) const {
  std::size_t begin = 0;
  for (int i = 1; i < line && begin < text_.size(); ++i)
    begin = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
  std::string_view found = text_.substr(begin, text_.find('\n', begin) - begin);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

const Function* Code::function_at(int line) const {
  const auto found = std::find_if(functions_.begin(), functions_.end(), [&](const Function& one) {
    return this->line(one.name) <= line && line <= this->line(one.body.end);
  });
  return found == functions_.end() ? nullptr : &*found;
}

const Function* Code::function_named(std::string_view name) const {
  const auto found = std::find_if(functions_.begin(), functions_.end(),
                                  [&](const Function& one) { return at(one.name) == name; });
  return found == functions_.end() ? nullptr : &*found;
}

Index Code::behind_operand(Index first) const {
  Index i = first;
  if (is(i, "(") && partner(i) != none)
    i = partner(i) + 1;
  else if (is(i, "static_cast"))
    i = std::min(size(), find({i, size()}, ">") + 1);
  else if (is_name(i) || (!at(i).empty() && rewrite::is_digit(at(i).front())))
    ++i;
  else
    return none;
  for (;;) {
    if ((is(i, ".") || is(i, "->") || is(i, "::")) && is_name(i + 1))
      i += 2;
    else if ((is(i, "(") || is(i, "[")) && partner(i) != none)
      i = partner(i) + 1;
    else
      return i;
  }
}

Index Code::behind_value(Index first) const {
  Index i = first;
  while (i < size() && !is(i, ",") && !is(i, ";") && !is(i, ")"))
    i = partner(i) != none && partner(i) > i ? partner(i) + 1 : i + 1;
  return i;
}

Index Code::start_of_operand(Index last) const {
  Index i = last;
  while ((is(i, ")") || is(i, "]")) && partner(i) != none && partner(i) > 0) {
    i = partner(i);
    const bool follows_name = is_name(i - 1) && !is_statement_word(at(i - 1));
    if (!follows_name && !is(i - 1, "]") && !is(i - 1, ")")) return i;
    --i;
  }
  while (i >= 2 && (is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::")) && is_name(i - 2)) i -= 2;
  return i;
}

std::vector<Range> Code::arguments(Index open) const {
  std::vector<Range> found;
  const Index close = partner(open);
  if (close == none || close == open + 1) return found;
  Index begin = open + 1;
  for (Index i = begin; i <= close; ++i) {
    if (i != close && partner(i) != none && partner(i) > i)
      i = partner(i);
    else if (i == close || is(i, ","))
      found.push_back({begin, i}), begin = i + 1;
  }
  return found;
}

Range Code::statement_around(Index word) const {
  Range found{word, word};
  while (found.begin > 0 && !is(found.begin - 1, ";") && !is(found.begin - 1, "{") &&
         !is(found.begin - 1, "}"))
    --found.begin;
  while (found.end < size() && !is(found.end, ";")) ++found.end;
  return found;
}

Index Code::find(Range range, std::string_view text) const {
  Index i = range.begin;
  while (i < range.end && !is(i, text)) ++i;
  return i;
}

std::string_view Code::declared_name(Range declaration) const {
  std::string_view found;
  for (Index i = declaration.begin; i < declaration.end && !is(i, "=") && !is(i, "["); ++i)
    if (is_name(i)) found = at(i);
  return found;
}

std::vector<emulation::Fix> Changes::fixes(const std::string& file) const {
  std::map<int, std::vector<const Edit*>> of_line;
  for (const Edit& edit : edits_) {
    if (edit.words.empty() || code_->line(edit.words.begin) != code_->line(edit.words.end - 1)) return {};
    of_line[code_->line(edit.words.begin)].push_back(&edit);
  }
  std::vector<emulation::Fix> found;
  for (auto& [line, edits] : of_line) {
    const std::string_view whole = code_->line_text(line);
    std::string changed(whole);
    std::sort(edits.begin(), edits.end(),
              [](const Edit* a, const Edit* b) { return a->words.begin > b->words.begin; });
    for (const Edit* edit : edits) {
      const std::string old = code_->text(edit->words);
      changed.replace(static_cast<std::size_t>(code_->at(edit->words.begin).data() - whole.data()),
                      old.size(), edit->text);
    }
    const auto trimmed = [](std::string_view text) {
      const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
      return std::string(text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
    };
    found.push_back({{file, line}, trimmed(changed), trimmed(whole)});
  }
  for (const Line& line : lines_) found.push_back({{file, line.behind}, line.text});
  return found;
}

}  // namespace gridmark::repairs

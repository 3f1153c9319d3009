#include "grader/compile/attribute_strings.h"

#include <utility>

namespace gridmark {
namespace {

constexpr std::size_t most_strings = 20'000;

}  // namespace

void AttributeReader::begin_line(bool directive) {
  if (directive || directive_) last_ = Last::nothing, owner_.clear();
  directive_ = directive;
  directive_words_ = 0;
  directive_takes_text_ = false;
}

void AttributeReader::word(std::string_view name) {
  if (directive_) {
    ++directive_words_;
    if (directive_words_ == 1) directive_takes_text_ = name == "ident" || name == "sccs";
    if (directive_words_ == 2) directive_takes_text_ = name == "GCC";
  } else {
    awaits_attribute_ = depth_ == 0 && (name == "__attribute__" || name == "__attribute");
  }
  last_ = Last::word;
  sign_ = sign_before_ = 0;
  owner_ = name;
}

/// `<:` and `:>` are other spellings of brackets.
void AttributeReader::sign(char c) {
  const bool closes_digraph = c == ':' && sign_ == '<';
  const bool doubled = sign_ == '[' || (closes_digraph && sign_before_ == '[');
  if (closes_digraph)
    c = '[';
  else if (c == '>' && sign_ == ':')
    c = ']';
  if (!directive_) bracket(c, doubled);
  if (last_ != Last::word || (c != '(' && c != '=')) owner_.clear();
  last_ = Last::sign;
  sign_before_ = std::exchange(sign_, c);
}

void AttributeReader::bracket(char c, bool doubled) {
  const bool begins = awaits_attribute_ && c == '(';
  awaits_attribute_ = false;
  if (depth_ == 0) {
    depth_ = begins ? 1 : c == '[' && doubled ? 2 : 0;
  } else if (c == '(' || c == '[' || c == '{') {
    ++depth_;
  } else if (c == ')' || c == ']' || c == '}') {
    --depth_;
  }
}

bool AttributeReader::takes_text() const { return directive_ ? directive_takes_text_ : depth_ > 0; }

void AttributeReader::literal(std::string_view text, const Place& place, bool own) {
  if (takes_text()) {
    if (last_ == Last::literal && !strings_.empty())
      strings_.back().text += text;
    else if (strings_.size() < most_strings)
      strings_.push_back({owner_, std::string(text), place, own});
    else
      whole_ = false;
  }
  last_ = Last::literal;
  sign_ = sign_before_ = 0;
  awaits_attribute_ = false;
}

}  // namespace gridmark

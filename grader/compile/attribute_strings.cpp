#include "grader/compile/attribute_strings.h"

namespace gridmark::compile {
namespace {

constexpr std::size_t most_strings = 20'000;

}  // namespace

void AttributeReader::begin_line(bool directive) {
  directive_ = directive;
  if (!directive) return;
  directive_words_ = 0;
  directive_takes_text_ = false;
  in_directive_ = {};
}

void AttributeReader::word(std::string_view name) {
  if (directive_) {
    ++directive_words_;
    if (directive_words_ == 1) directive_takes_text_ = name == "ident" || name == "sccs";
    if (directive_words_ == 2) directive_takes_text_ |= name == "GCC";
  } else {
    awaits_attribute_ = depth_ == 0 && (name == "__attribute__" || name == "__attribute");
  }
  last() = {Kind::word, std::string(name)};
}

void AttributeReader::sign(char c) {
  if (!directive_) bracket(c);
  Last& before = last();
  if (before.kind != Kind::word || (c != '(' && c != '=')) before.owner.clear();
  before.kind = c == '[' ? Kind::bracket : Kind::sign;
}

/// In C++, two brackets in a row always begin an attribute.
void AttributeReader::bracket(char c) {
  const bool begins = awaits_attribute_ && c == '(';
  awaits_attribute_ = false;
  if (depth_ == 0) {
    depth_ = begins ? 1 : c == '[' && in_code_.kind == Kind::bracket ? 2 : 0;
  } else if (c == '(' || c == '[' || c == '{') {
    ++depth_;
  } else if (c == ')' || c == ']' || c == '}') {
    --depth_;
  }
}

void AttributeReader::literal(std::string_view text, const Place& place, bool own) {
  if (takes_text()) keep(text, place, own);
  last().kind = Kind::literal;
  if (!directive_) awaits_attribute_ = false;
}

void AttributeReader::keep(std::string_view text, const Place& place, bool own) {
  Last& before = last();
  if (before.kind == Kind::literal && before.string < strings_.size()) {
    strings_[before.string].text += text;
    return;
  }
  whole_ &= strings_.size() < most_strings;
  if (!whole_) return;
  before.string = strings_.size();
  strings_.push_back({before.owner, std::string(text), place, own});
}

}  // namespace gridmark::compile

#pragma once
// JSON -> a value that protocol/ describes.
#include <array>
#include <type_traits>

#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/value_rules.h"
#include "protocol/fields.h"

namespace gridmark::load {

/// `value` with the members in the document. Fails, as Node does, if a member breaks the description.
template <HasFields Value>
Value read_value(const Node& node, Value value = {});

namespace reading {

inline std::string read(const Node& node, const std::string*, const Length& rule) {
  return node.text(rule.least, rule.most);
}

inline std::string read(const Node& node, const std::string*, const Exactly& rule) {
  std::string text = node.text();
  if (text != rule.text) node.expected(in_quotes(rule.text));
  return text;
}

inline std::string read(const Node& node, const std::string*, const HexDigits& rule) {
  std::string digits = node.text(0, rule.count);
  const bool all = digits.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!all || (digits.size() != rule.count && !digits.empty()))
    node.expected(std::to_string(rule.count) + " hexadecimal digits, or nothing");
  return digits;
}

inline Points read(const Node& node, const Points*, AnyOfType) { return node.points(); }

template <class Number>
requires std::is_arithmetic_v<Number> Number read(const Node& node, const Number*, const Range& rule) {
  if constexpr (std::is_integral_v<Number>)
    return static_cast<Number>(node.whole(rule));
  else
    return node.number(rule);
}

inline bool read(const Node& node, const bool*, AnyOfType) { return node.truth(); }

template <class Enum>
requires std::is_enum_v<Enum> Enum read(const Node& node, const Enum*, AnyOfType) {
  return node.one_of<Enum>();
}

template <HasRow Value>
Value read(const Node& node, const Value* none, AnyOfType) {
  Value value;
  const auto cells = row(value);
  const std::vector<Node> numbers = node.elements(cells.size());
  if (numbers.size() != cells.size())
    node.expected(std::to_string(cells.size()) + " numbers: " + std::string(row_words(none)));
  else
    for (std::size_t i = 0; i < cells.size(); ++i) *cells[i].number = numbers[i].number(cells[i].range);
  return value;
}

template <HasFields Value>
Value read(const Node& node, const Value*, AnyOfType) {
  return read_value<Value>(node);
}

template <class Element, class Rule>
std::vector<Element> read(const Node& node, const std::vector<Element>*, const Many<Rule>& rule) {
  std::vector<Element> all;
  const std::vector<Node> elements = node.elements(rule.most);
  if (elements.size() < rule.least)
    node.expected("at least " + std::to_string(rule.least) + (rule.least == 1 ? " element" : " elements"));
  for (const Node& element : elements)
    all.push_back(read(element, static_cast<const Element*>(nullptr), rule.each));
  return all;
}

template <class Member, class Rule>
std::optional<Member> read(const Node& node, const std::optional<Member>*, const Rule& rule) {
  return read(node, static_cast<const Member*>(nullptr), rule);
}

template <class Value, class Described>
void read_member(const Node& node, const Described& field, Value& value) {
  using Type = typename Described::Type;
  const auto found = node.find(field.key);
  if (found ? may_be_null(field) && found->is_null() : !must_be_there(field)) return;
  field.set(value, read(node[field.key], static_cast<const Type*>(nullptr), field.rule));
}

}  // namespace reading

template <HasFields Value>
Value read_value(const Node& node, Value value) {
  std::vector<std::string_view> keys;
  for_each_field<Value>([&](const auto& field) { keys.push_back(field.key); });
  node.keys(keys);
  for_each_field<Value>([&](const auto& field) { reading::read_member(node, field, value); });
  if constexpr (requires { check_rules(node, value); })
    if (!node.failed()) check_rules(node, value);
  return value;
}

}  // namespace gridmark::load

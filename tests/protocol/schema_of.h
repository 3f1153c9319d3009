#pragma once
// The schema (JSON Schema, draft 7) of a value that protocol/ describes, from its description.
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

template <HasFields Value>
nlohmann::ordered_json schema_of();

namespace schemas {

using Json = nlohmann::ordered_json;

inline Json of(const std::string*, const Length& rule) {
  return {{"type", "string"}, {"minLength", rule.least}, {"maxLength", rule.most}};
}

template <class Number>
requires std::is_arithmetic_v<Number> Json of(const Number*, const Range& rule) {
  return {{"type", std::is_integral_v<Number> ? "integer" : "number"},
          {"minimum", rule.least},
          {"maximum", rule.most}};
}

inline Json of(const bool*, AnyOfType) { return {{"type", "boolean"}}; }

template <class Enum>
requires std::is_enum_v<Enum> Json of(const Enum*, AnyOfType) {
  Json valid = Json::array();
  for (const auto& [value, name] : names(Enum{})) valid.push_back(name);
  return {{"enum", valid}};
}

template <HasRow Value>
Json of(const Value* none, AnyOfType) {
  Value value;
  Json cells = Json::array();
  for (const Cell& cell : row(value)) cells.push_back(of(cell.number, cell.range));
  const std::size_t count = cells.size();
  return {{"description", row_words(none)},
          {"type", "array"},
          {"items", cells},
          {"minItems", count},
          {"maxItems", count}};
}

template <HasFields Value>
Json of(const Value*, AnyOfType) {
  return schema_of<Value>();
}

template <class Element, class Rule>
Json of(const std::vector<Element>*, const Many<Rule>& rule) {
  return {{"type", "array"},
          {"minItems", rule.least},
          {"maxItems", rule.most},
          {"items", of(static_cast<const Element*>(nullptr), rule.each)}};
}

template <class Member, class Rule>
Json of(const std::optional<Member>*, const Rule& rule) {
  return of(static_cast<const Member*>(nullptr), rule);
}

template <class Value, class Member, class Rule>
Json of_field(const Field<Value, Member, Rule>& field) {
  Json schema = of(static_cast<const Member*>(nullptr), field.rule);
  if (field.note.empty()) return schema;
  Json noted = {{"description", field.note}};
  noted.update(schema);
  return noted;
}

}  // namespace schemas

template <HasFields Value>
nlohmann::ordered_json schema_of() {
  nlohmann::ordered_json required = nlohmann::ordered_json::array(),
                         properties = nlohmann::ordered_json::object();
  for_each_field<Value>([&]<class Member, class Rule>(const Field<Value, Member, Rule>& field) {
    const std::string key(field.key);
    properties[key] = schemas::of_field(field);
    if (!is_optional<Member> && field.presence == Presence::required) required.push_back(key);
  });
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

}  // namespace gridmark

#pragma once
// The schema (JSON Schema, draft 7) of a described value of protocol/, made from its description.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/points.h"
#include "protocol/fields.h"

namespace gridmark {

template <HasFields Value>
nlohmann::ordered_json schema_of();

namespace schemas {

using Json = nlohmann::ordered_json;

inline Json of(const std::string*, const Length& rule) {
  Json schema = {{"type", "string"}};
  if (rule.least > 0) schema["minLength"] = rule.least;
  schema["maxLength"] = rule.most;
  return schema;
}

inline Json of(const std::string*, const HexDigits& rule) {
  return {{"type", "string"}, {"pattern", "^([0-9a-f]{" + std::to_string(rule.count) + "})?$"}};
}

inline Json of(const std::string*, const Exactly& rule) { return {{"const", rule.text}}; }

inline Json of(const Points*, AnyOfType) {
  return {{"description", "in steps of 0.01"}, {"type", "number"}, {"minimum", 0}, {"maximum", 1000000}};
}

template <class Number>
requires std::is_arithmetic_v<Number> Json of(const Number*, const Range& rule) {
  if constexpr (std::is_integral_v<Number>)
    return {{"type", "integer"},
            {"minimum", static_cast<std::int64_t>(rule.least)},
            {"maximum", static_cast<std::int64_t>(rule.most)}};
  else
    return {{"type", "number"}, {"minimum", rule.least}, {"maximum", rule.most}};
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
  Json numbers = Json::array();
  for (const Cell& cell : row(value)) numbers.push_back(of(cell.number, cell.range));
  return {{"description", row_words(none)},
          {"type", "array"},
          {"items", numbers},
          {"minItems", numbers.size()},
          {"maxItems", numbers.size()}};
}

template <HasFields Value>
Json of(const Value*, AnyOfType) {
  return schema_of<Value>();
}

template <class Element, class Rule>
Json of(const std::vector<Element>*, const Many<Rule>& rule) {
  Json schema = {{"type", "array"}};
  if (rule.least > 0) schema["minItems"] = rule.least;
  schema["maxItems"] = rule.most;
  schema["items"] = of(static_cast<const Element*>(nullptr), rule.each);
  return schema;
}

template <class Member, class Rule>
Json of(const std::optional<Member>*, const Rule& rule) {
  return of(static_cast<const Member*>(nullptr), rule);
}

/// The schema of an enum, or of a value with a separate description.
template <class Value>
Json of_type() {
  return of(static_cast<const Value*>(nullptr), AnyOfType{});
}

inline Json with_note(std::string_view note, const Json& schema) {
  if (note.empty()) return schema;
  Json noted = {{"description", note}};
  for (const auto& [key, rule] : schema.items())
    if (key != "description") noted[key] = rule;
  return noted;
}

template <class Described>
Json of_field(const Described& field) {
  Json schema = of(static_cast<const typename Described::Type*>(nullptr), field.rule);
  if (may_be_null(field)) schema = {{"oneOf", {{{"type", "null"}}, schema}}};
  const std::string also = schema.value("description", "");
  return with_note(std::string(field.note) + (field.note.empty() || also.empty() ? "" : "; ") + also, schema);
}

}  // namespace schemas

template <HasFields Value>
nlohmann::ordered_json schema_of() {
  nlohmann::ordered_json required = nlohmann::ordered_json::array(),
                         properties = nlohmann::ordered_json::object();
  for_each_field<Value>([&]<class Described>(const Described& field) {
    const std::string key(field.key);
    properties[key] = schemas::of_field(field);
    if (must_be_there(field)) required.push_back(key);
  });
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

}  // namespace gridmark

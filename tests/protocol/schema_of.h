#pragma once
// The schema (JSON Schema, draft 7) of a value that protocol/ describes, from its description.
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/enum_names.h"
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

/// Each number within the widest limits of all: the reader knows them one by one.
template <HasRow Value>
Json of(const Value* none, AnyOfType) {
  Value value;
  const auto cells = row(value);
  Range all = cells[0].range;
  for (const Cell& cell : cells)
    all.least = std::min(all.least, cell.range.least), all.most = std::max(all.most, cell.range.most);
  return {{"description", row_words(none)},
          {"type", "array"},
          {"items", of(cells[0].number, all)},
          {"minItems", cells.size()},
          {"maxItems", cells.size()}};
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

inline Json with_note(const std::string& note, const Json& schema) {
  Json noted = {{"description", note}};
  noted.update(schema);
  return noted;
}

template <class Value, class Member, class Rule>
Json of_field(const Field<Value, Member, Rule>& field) {
  Json schema = of(static_cast<const Member*>(nullptr), field.rule);
  if (field.note.empty()) return schema;
  return with_note(std::string(field.note), schema);
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

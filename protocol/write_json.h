#pragma once
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// Converts a text whose bytes may not be UTF-8.
using Spelling = std::string (*)(std::string_view);
inline std::string as_it_is(std::string_view text) { return std::string(text); }

/// A described value or a part of it, with keys in the order of its description.
template <class Value>
nlohmann::ordered_json json_of(const Value& value, Spelling spelling = as_it_is);

template <class Member, class Rule>
nlohmann::ordered_json part_of(const Member& member, const Rule& rule, Spelling spelling) {
  if constexpr (std::is_floating_point_v<Member> && std::is_same_v<Rule, Range>)
    return rule.steps > 0 ? std::round(member * rule.steps) / rule.steps : member;
  else
    return json_of(member, spelling);
}

/// Nothing if the document omits the key.
template <class Value, class Described>
std::optional<nlohmann::ordered_json> entry_of(const Value& value, const Described& field,
                                               Spelling spelling) {
  static const Value fresh{};
  const auto& member = field.of(value);
  if constexpr (is_optional<typename Described::Type>) {
    if (member) return part_of(*member, field.rule, spelling);
    if (may_be_null(field)) return nullptr;
    return std::nullopt;
  } else {
    if (field.presence == Presence::not_default && member == field.of(fresh)) return std::nullopt;
    return part_of(member, field.rule, spelling);
  }
}

template <HasFields Value>
nlohmann::ordered_json object_of(const Value& value, Spelling spelling) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for_each_field<Value>([&](const auto& field) {
    if (auto part = entry_of(value, field, spelling)) object[std::string(field.key)] = std::move(*part);
  });
  return object;
}

template <class List>
nlohmann::ordered_json list_of(const List& list, Spelling spelling) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& one : list) all.push_back(json_of(one, spelling));
  return all;
}

template <HasRow Value>
nlohmann::ordered_json row_of(Value value) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Cell& cell : row(value)) all.push_back(*cell.number);
  return all;
}

/// A number with a unit type, such as points.
template <class Value>
concept IsNumber = requires(const Value& value) {
  { value.value() } -> std::same_as<double>;
};

template <class Value>
nlohmann::ordered_json json_of(const Value& value, Spelling spelling) {
  if constexpr (std::is_same_v<Value, std::string>)
    return spelling(value);
  else if constexpr (std::is_enum_v<Value>)
    return name_of(value);
  else if constexpr (std::is_arithmetic_v<Value>)
    return value;
  else if constexpr (IsNumber<Value>)
    return value.value();
  else if constexpr (HasRow<Value>)
    return row_of(value);
  else if constexpr (HasFields<Value>)
    return object_of(value, spelling);
  else
    return list_of(value, spelling);
}

}  // namespace gridmark

#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// What becomes of a text, whose bytes may not be UTF-8.
using Spelling = std::string (*)(std::string_view);
inline std::string as_it_is(std::string_view text) { return std::string(text); }

/// A described value or a part of one, in the order of its description.
template <class Value>
nlohmann::ordered_json json_of(const Value& value, Spelling spelling = as_it_is);

template <HasFields Value>
nlohmann::ordered_json object_of(const Value& value, Spelling spelling) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for_each_field<Value>([&](const auto& field) {
    const auto& member = value.*field.member;
    if constexpr (is_optional<std::remove_cvref_t<decltype(member)>>) {
      if (member) object[std::string(field.key)] = json_of(*member, spelling);
    } else {
      object[std::string(field.key)] = json_of(member, spelling);
    }
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

template <class Value>
nlohmann::ordered_json json_of(const Value& value, Spelling spelling) {
  if constexpr (std::is_same_v<Value, std::string>)
    return spelling(value);
  else if constexpr (std::is_enum_v<Value>)
    return name_of(value);
  else if constexpr (std::is_arithmetic_v<Value>)
    return value;
  else if constexpr (HasRow<Value>)
    return row_of(value);
  else if constexpr (HasFields<Value>)
    return object_of(value, spelling);
  else
    return list_of(value, spelling);
}

}  // namespace gridmark

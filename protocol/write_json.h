#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

#include "base/enum_names.h"
#include "base/utf8.h"
#include "protocol/fields.h"

namespace gridmark {

/// A described value, or what one is made of, in the order of its description. Bytes that are not UTF-8 are
/// spelled
/// `\xNN`.
template <class Value>
nlohmann::ordered_json json_of(const Value& value);

template <HasFields Value>
nlohmann::ordered_json object_of(const Value& value) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for_each_field<Value>([&](const auto& field) {
    const auto& member = value.*field.member;
    if constexpr (is_optional<std::remove_cvref_t<decltype(member)>>) {
      if (member) object[std::string(field.key)] = json_of(*member);
    } else {
      object[std::string(field.key)] = json_of(member);
    }
  });
  return object;
}

template <class List>
nlohmann::ordered_json list_of(const List& list) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& one : list) all.push_back(json_of(one));
  return all;
}

template <HasRow Value>
nlohmann::ordered_json row_of(Value value) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Cell& cell : row(value)) all.push_back(*cell.number);
  return all;
}

template <class Value>
nlohmann::ordered_json json_of(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>)
    return valid_utf8(value);
  else if constexpr (std::is_enum_v<Value>)
    return name_of(value);
  else if constexpr (std::is_arithmetic_v<Value>)
    return value;
  else if constexpr (HasRow<Value>)
    return row_of(value);
  else if constexpr (HasFields<Value>)
    return object_of(value);
  else
    return list_of(value);
}

}  // namespace gridmark

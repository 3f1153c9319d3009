#pragma once
// JSON that gridmark's programs write to each other. Types must fit, limits are not checked.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// errors  json::type_error: another type, or a fraction that would be truncated. json::other_error: no such
///         name
template <class Member>
void read_trusted(const nlohmann::json& value, Member& member) {
  using nlohmann::json;
  if constexpr (std::is_enum_v<Member>) {
    const auto name = value.get<std::string>();
    const auto known = value_of<Member>(name);
    if (!known) throw json::other_error::create(502, "unknown name " + name, &value);
    member = *known;
  } else {
    if (std::is_integral_v<Member> && value.is_number_float())
      throw json::type_error::create(302, "must be a whole number", &value);
    value.get_to(member);
  }
}

/// errors  json::exception: a required key is missing, or an error of read_trusted
template <HasFields Value>
Value trusted_value(const nlohmann::json& object) {
  Value value;
  for_each_field<Value>([&](const auto& field) {
    const std::string key(field.key);
    if (field.presence == Presence::required || object.contains(key))
      read_trusted(object.at(key), value.*field.member);
  });
  return value;
}

}  // namespace gridmark

#pragma once
// The spelling of enum values in JSON, on the command line and in reports.
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace gridmark {

/// A table `{value, name}...`, one per enum, returned by the enum's `names(Enum)` overload.
template <class Enum, std::size_t size>
using EnumNames = std::array<std::pair<Enum, std::string_view>, size>;

/// The name of `value`. Every value has one.
template <class Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& [candidate, name] : names(value))
    if (candidate == value) return name;
  return "";
}

/// The value with this name, or nothing.
template <class Enum>
constexpr std::optional<Enum> value_of(std::string_view name) {
  for (const auto& [candidate, spelled] : names(Enum{}))
    if (spelled == name) return candidate;
  return std::nullopt;
}

}  // namespace gridmark

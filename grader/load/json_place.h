#pragma once
// The place of one number or text in JSON, for changes that keep all other bytes.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gridmark::load {

struct JsonPlace {
  std::size_t at = 0, length = 0;
};

/// The bytes of the value that `steps` lead to: keys, and indices as decimal numbers. Empty if there is none,
/// or if it is an array or an object.
///
/// text  valid JSON, as parse_document accepts it
std::optional<JsonPlace> place_of_value(std::string_view text, std::span<const std::string> steps);

}  // namespace gridmark::load

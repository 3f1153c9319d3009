#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace gridmark::load {

/// The document in `text`, read by simdjson; or nothing where something is wrong with it: not JSON, a key
/// twice, more than `most_levels` levels, a number that no double holds. The careful reader then says what it
/// is. This one is for the thousands of records in which nothing is wrong.
std::optional<nlohmann::json> read_plain_json(std::string_view text, int most_levels);

}  // namespace gridmark::load

#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace gridmark::load {

/// The document in `text`, read by simdjson. Empty if there is a fault: not JSON, a key twice, more than
/// `most_levels` levels, a number that a double cannot hold. The careful reader then finds the fault. This
/// reader is a fast path for thousands of valid records.
std::optional<nlohmann::json> read_plain_json(std::string_view text, int most_levels);

}  // namespace gridmark::load

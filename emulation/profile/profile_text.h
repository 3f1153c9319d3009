#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gridmark::profile {

/// The text of a source line, where the file is at hand.
using ReadLine = std::function<std::optional<std::string>(const std::string& file, int line)>;

/// A profile (docs/formats/profile.schema.json) for a reader: totals, kernels, the `top` lines that move
/// most, findings and leaks. Throws nlohmann::json::exception where the profile is not one.
std::string profile_text(const nlohmann::json& profile, std::size_t top, const ReadLine& read_line);

}  // namespace gridmark::profile

#pragma once
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace gridmark::profile {

/// The text of a source line, if the file is available.
using ReadLine = std::function<std::optional<std::string>(const std::string& file, int line)>;

/// A profile (JSON, docs/formats/profile.schema.json) for a reader: totals, kernels, the `top` lines that
/// move most, findings and leaks. Control characters of names become '?'.
///
/// errors  one clause that fits behind "FILE ": the value that was found there and the one that was expected
tl::expected<std::string, std::string> profile_text(const std::string& json, std::size_t top,
                                                    const ReadLine& read_line);

}  // namespace gridmark::profile

#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

/// Whether `pattern` matches all of `name`. A `*` matches any sequence of characters.
bool matches(std::string_view pattern, std::string_view name);

bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

}  // namespace gridmark

#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

/// Whether `pattern`, in which `*` stands for any run of characters, describes all of `name`.
bool matches(std::string_view pattern, std::string_view name);

bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

}  // namespace gridmark

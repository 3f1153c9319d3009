#pragma once
#include <string_view>

namespace gridmark {

/// Whether `pattern`, in which `*` stands for any run of characters, describes all of `name`.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace gridmark

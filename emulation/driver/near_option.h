#pragma once
#include <span>
#include <string>
#include <string_view>

namespace gridmark::driver {

/// "; did you mean --name?" for the option that differs from `word` in one place by at most two characters,
/// or only in dashes and underscores; "" where none does. The first of equals wins.
std::string near_option(std::string_view word, std::span<const std::string_view> options);

}  // namespace gridmark::driver

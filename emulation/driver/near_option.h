#pragma once
#include <span>
#include <string>
#include <string_view>

namespace gridmark::driver {

/// "; did you mean --name?" for the option that is at most two edits from `word`, or differs only in dashes
/// and underscores. Empty if there is none. The first of equals wins. Options are short, so at most half of
/// one may differ.
std::string near_option(std::string_view word, std::span<const std::string_view> options);

}  // namespace gridmark::driver

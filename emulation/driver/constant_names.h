#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// The names of the variables that preprocessed text declares with the word __constant__, in order.
std::vector<std::string> constant_names(std::string_view source);

}  // namespace gridmark::driver

#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// The names of the variables that preprocessed text declares with the word __constant__, in order.
std::vector<std::string> constant_names(std::string_view source);

/// The same for what is declared with one of these words.
std::vector<std::string> declared_names(std::string_view source,
                                        std::initializer_list<std::string_view> words);

}  // namespace gridmark::driver

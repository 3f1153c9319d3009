#pragma once
#include <string_view>

namespace gridmark::rewrite {

/// What the words of straight code mean (straight_code.h).

/// `unsigned`, `float4`, `const`: what a declaration may be made of.
bool is_built_in_type(std::string_view word);

/// if, else and what else goes straight on.
bool is_straight_keyword(std::string_view word);

/// Keywords that loop, jump, declare or hide something.
bool is_refused_word(std::string_view word);

/// Functions of the toolkit or the C library that compute a number from numbers.
bool is_arithmetic_function(std::string_view word);

}  // namespace gridmark::rewrite

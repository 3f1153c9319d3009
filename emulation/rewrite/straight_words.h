#pragma once
#include <string_view>

namespace gridmark::rewrite {

/// The meaning of the words of straight code (straight_code.h).

/// `unsigned`, `float4`, `const`: words of which a declaration may consist.
bool is_built_in_type(std::string_view word);

/// if, else and other keywords that do not leave the straight way.
bool is_straight_keyword(std::string_view word);

/// Keywords that loop, jump, declare or hide something.
bool is_refused_word(std::string_view word);

/// Functions of the toolkit or the C library that compute a number from numbers.
bool is_arithmetic_function(std::string_view word);

}  // namespace gridmark::rewrite

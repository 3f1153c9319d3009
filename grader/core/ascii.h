#pragma once
// Letters and digits of ASCII, whatever the locale.
#include <string>

namespace gridmark {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// With small letters for capitals.
inline std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace gridmark

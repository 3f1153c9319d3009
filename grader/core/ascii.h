#pragma once
// Letters and digits of ASCII, independent of the locale.
#include <string>

namespace gridmark {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns `text` with ASCII capitals changed to small letters.
inline std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace gridmark

#pragma once
#include <string>
#include <string_view>

namespace gridmark::declarations {

/// `text` with `with` instead of each `what`.
inline std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

}  // namespace gridmark::declarations

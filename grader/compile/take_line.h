#pragma once
#include <algorithm>
#include <string_view>

namespace gridmark::compile {

/// Removes the first line from `text`. returns  that line, without its end
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace gridmark::compile

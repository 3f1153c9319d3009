#pragma once
#include <algorithm>
#include <set>
#include <string_view>

namespace gridmark::compile {

/// The words of `text`, separated by blanks and line breaks.
inline std::set<std::string_view> words_in(std::string_view text) {
  std::set<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) words.insert(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace gridmark::compile

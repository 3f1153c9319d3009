#include "emulation/driver/near_option.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridmark::driver {
namespace {

constexpr std::size_t most_characters = 2;

/// What is left of the longer word between the beginning and the end that both share.
std::size_t difference(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size()), longer = std::max(a.size(), b.size());
  std::size_t front = 0, back = 0;
  while (front < shorter && a[front] == b[front]) ++front;
  while (back < shorter - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return longer - front - back;
}

std::string letters(std::string_view word) {
  std::string kept;
  std::copy_if(word.begin(), word.end(), std::back_inserter(kept),
               [](char c) { return c != '-' && c != '_'; });
  return kept;
}

}  // namespace

std::string near_option(std::string_view word, std::span<const std::string_view> options) {
  word = word.substr(0, word.find('='));
  const std::string plain = letters(word);
  std::string_view found;
  std::size_t best = most_characters + 1;
  for (const std::string_view option : options) {
    const std::size_t distance = plain == letters(option) ? 0 : difference(word, option);
    if (distance >= best || 2 * distance >= option.size()) continue;
    best = distance;
    found = option;
  }
  return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

}  // namespace gridmark::driver

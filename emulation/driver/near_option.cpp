#include "emulation/driver/near_option.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"

namespace gridmark::driver {
namespace {

constexpr std::size_t most_edits = 2;

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
  std::size_t best = most_edits + 1;
  for (const std::string_view option : options) {
    const std::size_t distance = plain == letters(option) ? 0 : edits(word, option);
    if (distance >= best || 2 * distance >= option.size()) continue;
    best = distance;
    found = option;
  }
  return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

}  // namespace gridmark::driver

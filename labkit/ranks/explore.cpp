#include "labkit/ranks/explore.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gridmark::ranks {
namespace {

void cut_zeros(Choices& choices) {
  while (!choices.empty() && choices.back() == 0) choices.pop_back();
}

}  // namespace

Choices shrink(Choices failing, const std::function<Tried(const Choices&)>& run) {
  cut_zeros(failing);
  const auto accept = [&](Choices smaller) {
    cut_zeros(smaller);
    if (smaller == failing || !run(smaller).failed) return false;
    failing = std::move(smaller);
    return true;
  };
  // Blocks of choices are set back to the order of arrival, large blocks first.
  for (std::size_t block = std::max<std::size_t>(failing.size(), 1); block > 0; block /= 2)
    for (std::size_t end = failing.size(); end > 0;
         end = std::min(failing.size(), end - std::min(end, block))) {
      Choices smaller = failing;
      std::fill(smaller.begin() + static_cast<std::ptrdiff_t>(end - std::min(end, block)),
                smaller.begin() + static_cast<std::ptrdiff_t>(end), 0);
      accept(std::move(smaller));
    }
  // Choices are made smaller one by one, until none can be. A later choice may have blocked an earlier one.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = failing.size(); i-- > 0;)
      for (std::size_t value = 0; i < failing.size() && value < failing[i]; ++value) {
        Choices smaller = failing;
        smaller[i] = value;
        if (accept(std::move(smaller))) changed = true;
      }
  }
  return failing;
}

std::string to_text(const Choices& choices) { return fmt::format("{}", fmt::join(choices, ",")); }

}  // namespace gridmark::ranks

#include "emulation/counters/fence_order.h"

#include <algorithm>

namespace gridmark::counters {
namespace {

constexpr unsigned lanes = 32;

}  // namespace

void FenceOrder::touch(std::uintptr_t word, unsigned thread) {
  here_.acquired.insert(word);
  here_.last[thread % 1024] = word;
  if (here_.fenced.none()) return;
  if (here_.released.contains(word)) here_.seen[thread].insert(word);
  if (has_fenced(thread)) here_.released[word].set(thread % 1024);
  std::vector<std::uint32_t>& blocks = released_[word];
  if (blocks.empty() || blocks.back() < block_) return blocks.push_back(block_);
  const auto at = std::lower_bound(blocks.begin(), blocks.end(), block_);
  if (*at != block_) blocks.insert(at, block_);
}

bool FenceOrder::orders_block(std::uint32_t earlier) const {
  return std::any_of(here_.acquired.begin(), here_.acquired.end(), [&](std::uintptr_t word) {
    const auto blocks = released_.find(word);
    return blocks != released_.end() &&
           std::binary_search(blocks->second.begin(), blocks->second.end(), earlier);
  });
}

bool FenceOrder::orders_some_block() const {
  return std::any_of(here_.acquired.begin(), here_.acquired.end(), [&](std::uintptr_t word) {
    const auto blocks = released_.find(word);
    return blocks != released_.end() && (blocks->second.front() != block_ || blocks->second.size() > 1);
  });
}

bool FenceOrder::orders_some_thread(unsigned later) const {
  const auto by_others = [&](std::uintptr_t word) {
    const auto found = here_.released.find(word);
    if (found == here_.released.end()) return false;
    return found->second.count() > (found->second[later % 1024] ? 1u : 0u);
  };
  const auto seen = here_.seen.find(later);
  return by_others(here_.last[later % 1024]) ||
         (seen != here_.seen.end() && std::any_of(seen->second.begin(), seen->second.end(), by_others));
}

bool FenceOrder::orders_thread(unsigned earlier, unsigned later) const {
  const bool one_warp = earlier / lanes == later / lanes;
  const auto releases = [&](std::uintptr_t word) {
    const auto found = here_.released.find(word);
    if (found == here_.released.end()) return false;
    const std::bitset<1024>& threads = found->second;
    if (one_warp) return threads[earlier];
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (threads[earlier / lanes * lanes + lane]) return true;
    return false;
  };
  const unsigned first = one_warp ? later : later / lanes * lanes, end = one_warp ? first + 1 : first + lanes;
  for (auto seen = here_.seen.lower_bound(first); seen != here_.seen.end() && seen->first < end; ++seen)
    if (std::any_of(seen->second.begin(), seen->second.end(), releases)) return true;
  return std::any_of(here_.last.begin() + first, here_.last.begin() + std::min(end, 1024u), releases);
}

}  // namespace gridmark::counters

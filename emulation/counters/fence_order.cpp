#include "emulation/counters/fence_order.h"

#include <algorithm>

namespace gridmark::counters {

void FenceOrder::enter_block(std::uint32_t block) {
  acquired_.clear();
  block_ = block;
  fenced_ = false;
}

void FenceOrder::atomic(std::uintptr_t word) {
  acquired_.insert(word);
  if (!fenced_) return;
  std::vector<std::uint32_t>& blocks = released_[word];
  if (blocks.empty() || blocks.back() < block_) return blocks.push_back(block_);
  const auto at = std::lower_bound(blocks.begin(), blocks.end(), block_);
  if (*at != block_) blocks.insert(at, block_);
}

bool FenceOrder::orders(std::uint32_t earlier) const {
  return std::any_of(acquired_.begin(), acquired_.end(), [&](std::uintptr_t word) {
    const auto blocks = released_.find(word);
    return blocks != released_.end() &&
           std::binary_search(blocks->second.begin(), blocks->second.end(), earlier);
  });
}

}  // namespace gridmark::counters

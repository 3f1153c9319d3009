#pragma once
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gridmark::counters {

/// The one way to order two blocks of a launch: the earlier one calls __threadfence() and then an atomic
/// function on a word, the later one an atomic function on the same word ("the last block adds up what all
/// wrote"). Blocks run one after the other here, so the word's earlier users are known.
class FenceOrder {
 public:
  void enter_launch() { released_.clear(); }
  void enter_block(std::uint32_t block);
  void fence() { fenced_ = true; }
  void atomic(std::uintptr_t word);
  /// True when what `earlier` did before its fence has happened for the running block.
  bool orders(std::uint32_t earlier) const;

 private:
  std::unordered_map<std::uintptr_t, std::vector<std::uint32_t>> released_;  ///< blocks, rising
  std::unordered_set<std::uintptr_t> acquired_;                              ///< words of the running block
  std::uint32_t block_ = 0;
  bool fenced_ = false;
};

}  // namespace gridmark::counters

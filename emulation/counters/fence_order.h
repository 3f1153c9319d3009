#pragma once
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulation/counters/access.h"

namespace gridmark::counters {

/// Order of two accesses without a barrier. The earlier side calls a fence and then an atomic function on a
/// word (or writes it through volatile). The later side calls an atomic function on the same word (or reads
/// it through volatile). Between blocks ("the last block adds up the results of all") a fence of any thread
/// is enough. Inside a block it must be a fence of the same warp, and inside a warp one of the same thread.
class FenceOrder {
 public:
  /// State of the running block.
  struct Here {
    std::unordered_set<std::uintptr_t> acquired;                     ///< words that it touched
    std::unordered_map<std::uintptr_t, std::bitset<1024>> released;  ///< by threads that had called a fence
    std::map<unsigned, std::unordered_set<std::uintptr_t>>
        seen;  ///< released words, by thread that touched them
    std::bitset<1024> fenced;
    /// Of each thread. It may have slept between announcing its access and making it.
    std::array<std::uintptr_t, 1024> last{};
  };

  void enter_launch() { released_.clear(); }
  void enter_block(std::uint32_t block) { take_up(block, {}); }
  Here put_aside() { return std::move(here_); }
  void take_up(std::uint32_t block, Here here) {
    block_ = block;
    here_ = std::move(here);
  }

  void fence(unsigned thread) { here_.fenced.set(thread % 1024); }
  /// An atomic function, or an access through volatile.
  GRIDMARK_APART void touch(std::uintptr_t word, unsigned thread);

  bool has_fenced(unsigned thread) const { return here_.fenced[thread % 1024]; }
  /// True if everything that `earlier` did before its fence has happened for the running block.
  bool orders_block(std::uint32_t earlier) const;
  /// The same for two threads of the running block.
  bool orders_thread(unsigned earlier, unsigned later) const;
  /// For an earlier side of several threads, some of which are unknown: whether `later` has touched a word
  /// that another thread released, as a thread does that has taken a lock.
  bool orders_some_thread(unsigned later) const;
  bool orders_some_block() const;

 private:
  std::unordered_map<std::uintptr_t, std::vector<std::uint32_t>> released_;  ///< blocks, rising
  Here here_;
  std::uint32_t block_ = 0;
};

}  // namespace gridmark::counters

#pragma once
// Where all blocks of a cooperative launch meet.
#include <atomic>
#include <cstdint>
#include <mutex>

#include "gridmark/coordinates.h"

namespace gridmark::emulation {

/// Blocks are counted per operating-system thread: one that has nothing left to run brings its waiting blocks
/// here and waits for everybody else's.
class GridBarrier {
 public:
  enum class Passage { open, deadlock, stopped };

  void reset(std::uint64_t blocks);

  /// `blocks` blocks of this operating-system thread wait. Returns when every block of the grid does.
  /// `deadlock` goes to one caller only: blocks that have ended will never come.
  Passage wait(std::uint64_t blocks);

  /// A block has ended. True when that leaves the others waiting for ever.
  bool ended(uint3 block);

  /// For the message about a deadlock.
  void came_to(const void* place) { place_.store(place, std::memory_order_relaxed); }
  const void* place() const { return place_.load(std::memory_order_relaxed); }
  uint3 ended_block() const { return ended_block_; }
  std::uint64_t arrived() const { return arrived_; }

  /// Lets everybody go: the grid is given up.
  void stop();

 private:
  bool is_complete() const { return arrived_ + ended_ == blocks_; }
  void release();

  std::mutex mutex_;
  std::uint64_t blocks_ = 0, arrived_ = 0, ended_ = 0;
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<const void*> place_{nullptr};
  uint3 ended_block_{};
};

}  // namespace gridmark::emulation

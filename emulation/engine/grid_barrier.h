#pragma once
// The meeting point of all blocks of a cooperative launch.
#include <atomic>
#include <cstdint>
#include <mutex>

#include "gridmark/coordinates.h"

namespace gridmark::emulation {

/// Blocks are counted per operating-system thread. A thread that has nothing left to run brings its waiting
/// blocks here and waits for those of all other threads.
class GridBarrier {
 public:
  enum class Passage { open, deadlock, stopped };

  void reset(std::uint64_t blocks);

  /// `blocks` blocks of this operating-system thread wait. Returns when every block of the grid waits.
  /// `deadlock` goes to one caller only and means that blocks that have ended will never come.
  Passage wait(std::uint64_t blocks);

  /// A block has ended. Returns true if the others now wait forever.
  bool ended(uint3 block);

  /// For the message about a deadlock.
  void came_to(const void* place) { place_.store(place, std::memory_order_relaxed); }
  const void* place() const { return place_.load(std::memory_order_relaxed); }
  uint3 ended_block() const { return ended_block_; }
  std::uint64_t arrived() const { return arrived_; }

  /// Releases all waiting threads, because the grid is given up.
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

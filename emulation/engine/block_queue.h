#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>

#include "gridmark/engine.h"

namespace gridmark::emulation {

/// The blocks of a grid that have not started, in order. Every operating-system thread takes from it.
class BlockQueue {
 public:
  /// `chunk`: the number of blocks that are taken at once
  void reset(const Grid& grid, std::uint64_t chunk) {
    row_ = grid.blocks.x;
    plane_ = row_ * grid.blocks.y;
    blocks_ = plane_ * grid.blocks.z;
    chunk_ = chunk;
    next_.store(0, std::memory_order_relaxed);
  }
  std::uint64_t blocks() const { return blocks_; }
  /// Stops handing out blocks.
  void close() { next_.store(blocks_, std::memory_order_relaxed); }

  /// One operating-system thread's share of the queue.
  class Share {
   public:
    explicit Share(BlockQueue& queue) : queue_(queue) {}
    bool next(uint3* index) {
      if (at_ == end_ && !take_chunk()) return false;
      ++at_;
      *index = next_;
      if (++next_.x == queue_.row_) step_to_next_row();
      return true;
    }
    void drop() { at_ = end_ = 0; }

   private:
    bool take_chunk() {
      const std::uint64_t first = queue_.next_.fetch_add(queue_.chunk_, std::memory_order_relaxed);
      if (first >= queue_.blocks_) return false;
      at_ = first;
      end_ = std::min(first + queue_.chunk_, queue_.blocks_);
      next_ = {static_cast<unsigned>(first % queue_.row_),
               static_cast<unsigned>(first % queue_.plane_ / queue_.row_),
               static_cast<unsigned>(first / queue_.plane_)};
      return true;
    }
    void step_to_next_row() {
      next_.x = 0;
      if (++next_.y * std::uint64_t{queue_.row_} != queue_.plane_) return;
      next_.y = 0;
      ++next_.z;
    }
    BlockQueue& queue_;
    std::uint64_t at_ = 0, end_ = 0;
    uint3 next_{};  ///< block `at_`, counted up, because divisions would cost as much as a small block
  };

 private:
  std::uint64_t row_ = 1, plane_ = 1, blocks_ = 0, chunk_ = 1;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace gridmark::emulation

#pragma once
// The basic blocks that a warp's threads went through. They are kept apart from the accesses: among the
// accesses, a warp's turn continues while others only read threadIdx and wait, but the blocks of those others
// are counted.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulation/counters/block_record.h"
#include "emulation/counters/request.h"

namespace gridmark::counters {

/// A basic block that a thread went through, several times in succession.
struct BlockStep {
  BlockRecord* block;
  std::uint64_t times;
};

class StepStream {
 public:
  /// A lane's steps use 4 MiB at most. A longer turn is counted in pieces.
  static constexpr std::size_t most_lane_steps = std::size_t{1} << 18;
  static constexpr unsigned nobody = ~0u;

  /// One thread's steps, up to the first step of the next segment.
  struct Segment {
    BlockStep* first;
    unsigned thread;
  };

  unsigned thread() const { return thread_; }  ///< thread of the last segment
  /// True for the block that the running thread came from. It is then already counted.
  bool repeats(BlockRecord* block) {
    if (last_->block != block) return false;
    ++last_->times;
    return true;
  }
  bool has_room() const { return cursor_ < limit_; }
  void append(BlockRecord* block) {
    last_ = cursor_++;
    last_->block = block;
    last_->times = 1;
  }

  /// Memory is allocated at the first use.
  void reserve();
  void start_segment(unsigned thread);
  void clear();

  /// Whether the running thread's lane has reached its limit of steps.
  bool lane_is_full() const { return lane_steps() >= most_lane_steps; }
  bool full() const { return static_cast<std::size_t>(begin_ + capacity - cursor_) <= most_lane_steps; }
  const std::vector<Segment>& segments() const { return segments_; }
  const BlockStep* begin_of(std::size_t segment) const { return segments_[segment].first; }
  const BlockStep* end_of(std::size_t segment) const {
    return segment + 1 < segments_.size() ? segments_[segment + 1].first : cursor_;
  }

 private:
  static constexpr std::size_t capacity = 34 * most_lane_steps;
  std::size_t lane_steps() const {
    return before_[thread_ % warp_size] + static_cast<std::size_t>(cursor_ - segments_.back().first);
  }

  unsigned thread_ = nobody;
  BlockStep no_step_{};
  BlockStep* last_ = &no_step_;
  BlockStep* cursor_ = nullptr;
  BlockStep* limit_ = nullptr;  ///< at this step of the lane Counters is called
  BlockStep* begin_ = nullptr;
  std::array<std::size_t, warp_size> before_{};  ///< each lane's steps in its earlier segments
  std::vector<Segment> segments_;
};

/// Of the one operating-system thread that runs kernels while they are counted.
extern StepStream step_stream __attribute__((visibility("hidden")));

}  // namespace gridmark::counters

#pragma once
// Theory of operation
// Lanes run one after the other here, so the blocks of each lane are kept and merged at the end of the warp's
// turn: the lanes at the first block, in the order of the code, go through it together. So lanes that skipped
// a branch wait behind it, and those that left a loop wait for the others, as on a device. A block that a
// lane repeats at once is one step with a count.
#include <array>
#include <vector>

#include "emulation/counters/block_record.h"
#include "emulation/counters/request.h"
#include "emulation/counters/step_stream.h"

namespace gridmark::counters {

class BlockTrace {
 public:
  /// Counts a finished turn's blocks.
  void count(const StepStream& stream);

  /// Blocks that ran since the last clear().
  const std::vector<BlockRecord*>& touched() const { return touched_; }
  void clear();

 private:
  static bool in_step(const StepStream& stream);
  void count_threads(BlockRecord* block, std::uint64_t times) {
    if (block->threads == 0) touched_.push_back(block);
    block->threads += times;
  }
  void merge();

  std::array<std::vector<BlockStep>, warp_size> lanes_;
  std::vector<BlockRecord*> touched_;
};

}  // namespace gridmark::counters

#pragma once
// Theory of operation
// Lanes run one after the other here, so the blocks that each went through are kept, and merged at the end of
// the warp's turn: the lanes that stand at the first block, in the order of the code, go through it together.
// Lanes that skipped a branch thus wait behind it, and those that left a loop wait for the others, as they do
// on a device. A block that a lane repeats at once is kept once, with a count.
#include <array>
#include <vector>

#include "emulation/counters/block_record.h"
#include "emulation/counters/request.h"

namespace gridmark::counters {

class BlockTrace {
 public:
  /// `thread` is its index in the block. Another warp's turn ends this one's.
  void add(unsigned thread, BlockRecord* record) {
    if (record->threads++ == 0) touched_.push_back(record);
    if (thread / warp_size != warp_) {
      flush();
      warp_ = thread / warp_size;
    }
    std::vector<Step>& lane = lanes_[thread % warp_size];
    if (!lane.empty() && lane.back().record == record)
      ++lane.back().times;
    else
      lane.push_back({record, 1});
  }
  /// A warp of which all these lanes run through it together.
  void add_whole(BlockRecord* record, unsigned lanes) {
    if (record->threads == 0) touched_.push_back(record);
    record->threads += lanes;
    ++record->warps;
  }

  __attribute__((noinline)) void flush();

  /// The blocks that ran since the last clear(). Flush first.
  const std::vector<BlockRecord*>& touched() const { return touched_; }
  void clear();

 private:
  struct Step {
    BlockRecord* record;
    std::uint64_t times;
  };
  void merge();

  unsigned warp_ = 0;
  std::array<std::vector<Step>, warp_size> lanes_;
  std::vector<BlockRecord*> touched_;
};

}  // namespace gridmark::counters

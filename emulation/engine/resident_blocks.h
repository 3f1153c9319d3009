#pragma once
// The blocks that one operating-system thread runs at once.
//
// Theory of operation
// Most blocks run from their start to their end without a stop. A block is put aside if its threads only spin
// (yield(), or preemption.h) or if it waits for its grid. Its stacks stay where they are. Its __shared__
// arrays are thread-local variables. They are copied out when another block comes onto the thread, and back
// in before the block continues, so pointers into them stay good. New blocks and those put aside take turns
// until as many are resident as the device would hold. A block that waits for another one that the device
// would run at the same time thus gets it. Without an observer the grid's other operating-system threads do
// the same. A block never moves between them.
#include <deque>
#include <memory>
#include <vector>

#include "emulation/engine/block.h"
#include "emulation/engine/grid_run.h"
#include "emulation/engine/preemption.h"

namespace gridmark::emulation {

class ResidentBlocks {
 public:
  /// The object of this operating-system thread.
  static ResidentBlocks& here();

  /// Runs blocks of the grid until none are left for this operating-system thread.
  void work(GridRun& run);

 private:
  using Share = BlockQueue::Share;
  bool run_unstopped(Share& share);
  bool run_next(Share& share);
  bool start_one(Share& share);
  bool resume_one();
  bool meet_grid();
  void settle(Block* block, Block::Pause pause);
  void bring(Block* block);
  Block* spare();
  void give_up();
  std::size_t resident() const { return aside_.size() + at_grid_barrier_.size(); }

  std::vector<std::unique_ptr<Block>> all_;
  std::vector<Block*> spares_;
  std::deque<Block*> aside_;  ///< can go on, longest waiting first
  std::deque<Block*> at_grid_barrier_;
  Block* loaded_ = nullptr;  ///< the block whose thread-local variables are in place
  bool start_next_ = true;   ///< it is the turn of a new block
  GridRun* run_ = nullptr;
  Watched watched_;
};

}  // namespace gridmark::emulation

#pragma once
#include <atomic>

#include "emulation/engine/block_queue.h"
#include "emulation/engine/grid_barrier.h"

namespace gridmark::emulation {

/// A grid on its way through the operating-system threads.
struct GridRun {
  const Grid* grid = nullptr;
  BlockQueue queue;
  GridBarrier barrier;
  std::size_t most_resident = 1;      ///< blocks that one operating-system thread may have begun
  std::atomic<bool> given_up{false};  ///< set after a fault: blocks that have not run never will

  void give_up() {
    given_up = true;
    queue.close();
    barrier.stop();
  }
};

}  // namespace gridmark::emulation

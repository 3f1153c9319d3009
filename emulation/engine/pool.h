#pragma once
// The operating-system threads that a grid's blocks are spread over.
#include <atomic>
#include <cstdint>

#include "emulation/engine/grid_run.h"

namespace gridmark::emulation {

class Pool {
 public:
  /// The pool, started at the first use with GRIDMARK_THREADS threads, or one for each processor of this
  /// process.
  static Pool& instance();

  /// Runs every block of the grid, one grid at a time. The caller works as well.
  void run(const Grid& grid);

  /// Stops the running grid: no more of its blocks begin, and those that wait for their grid are dropped.
  void give_up() { run_.give_up(); }
  GridBarrier& grid_barrier() { return run_.barrier; }

 private:
  explicit Pool(unsigned threads);
  void helper();
  void work();
  bool is_small() const;
  void wake_helpers();

  unsigned threads_;
  GridRun run_;
  std::atomic<std::uint32_t> generation_{0}, busy_{0};
};

}  // namespace gridmark::emulation

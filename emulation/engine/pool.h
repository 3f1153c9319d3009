#pragma once
// The operating-system threads that a grid's blocks are spread over.
#include <atomic>
#include <cstdint>

#include "gridmark/engine.h"

namespace gridmark::emulation {

class Pool {
 public:
  /// Started at the first use; GRIDMARK_THREADS or the processors this process may use.
  static Pool& instance();

  /// Runs every block of the grid; the caller works as well. One grid at a time.
  void run(const Grid& grid);

 private:
  explicit Pool(unsigned threads);
  void helper();
  void work();
  bool is_small() const;

  unsigned threads_;
  const Grid* grid_ = nullptr;
  std::uint64_t blocks_ = 0, chunk_ = 1;
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<std::uint32_t> generation_{0}, busy_{0};
};

}  // namespace gridmark::emulation

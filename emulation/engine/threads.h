#pragma once
#include <cstdint>

#include "gridmark/engine.h"

namespace gridmark::emulation {

/// The state of each thread of a block. Hot state lies in small separate arrays: 1024 threads of it stay
/// in the first-level cache.
struct Threads {
  enum class State : std::uint8_t { ready, at_barrier, at_warp, waiting, returned };
  static constexpr unsigned most = 1024, most_warps = 32;

  /// For the first block of a launch.
  void number();
  /// All threads of a block live, but those before `first`, which have returned.
  void open(unsigned first);
  void wait_at(unsigned thread, State how, const void* where) {
    place[thread] = where;
    state[thread] = how;
  }
  /// Has every thread of a warp come to a barrier of the block, or returned? Asked by another warp's thread.
  bool warp_is_done(unsigned warp) const;

  unsigned live = 0;
  unsigned live_lanes[most_warps];  ///< that have not returned
  alignas(64) State state[most];
  uint3 index[most];
  const void* place[most];  ///< where the thread waits
};

}  // namespace gridmark::emulation

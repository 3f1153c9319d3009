#pragma once
#include <cstdint>

#include "gridmark/engine.h"

namespace gridmark::emulation {

/// The state of each thread of a block. Frequently used state lies in small separate arrays, so that 1024
/// threads of it stay in the first-level cache.
struct Threads {
  enum class State : std::uint8_t { ready, at_barrier, at_warp, waiting, returned };
  static constexpr unsigned most = 1024, most_warps = 32;

  /// Numbers the threads for the first block of a launch.
  void number();
  /// Makes all threads of a block live, except those before `first`, which have returned.
  void open(unsigned first);
  void wait_at(unsigned thread, State how, const void* where) {
    place[thread] = where;
    state[thread] = how;
  }
  /// True if every thread of a warp has come to a barrier of the block, or returned. Called by a thread of
  /// another warp.
  bool warp_is_done(unsigned warp) const;

  unsigned live = 0;
  unsigned live_lanes[most_warps];  ///< lanes that have not returned
  alignas(64) State state[most];
  uint3 index[most];
  const void* place[most];  ///< where the thread waits
};

}  // namespace gridmark::emulation

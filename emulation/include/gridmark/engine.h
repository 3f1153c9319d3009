#pragma once
// The seam between a compiled kernel and the engine that runs it.
//
// Theory of operation
// A block's device threads run one after the other in a plain loop, on one stack, until one of them meets a
// barrier or a warp primitive. Only then does the engine give threads stacks of their own ("lazy fibers"):
// the thread that met the barrier keeps the stack, and run_threads is entered again on a fresh stack for
// those that have not started. Until that moment the engine keeps no count of its own: threadIdx says how far
// the loop has come, which leaves one store and one test per thread that never meets a barrier.
#include <stddef.h>

#include "gridmark/coordinates.h"
#include "gridmark/pass_on.h"
#include "gridmark/qualifiers.h"

namespace gridmark::emulation {

/// Which device thread of the block has its turn on this operating-system thread.
struct Turn {
  unsigned thread;       ///< linear index; valid while `fibers`, and always in the counted flavour
  unsigned next;         ///< first thread that has not started; valid while `fibers`
  unsigned count;        ///< threads of the block
  unsigned fibers;       ///< 1 once a thread of this block has met a barrier
  unsigned in_kernel;    ///< 1 while device code runs here
  unsigned pass_end;     ///< threads below it may pass the turn on to the next one (engine/pass_on.cpp)
  char* dynamic_shared;  ///< the block's dynamic shared memory
  const void* place;     ///< where threads may do so: what a call there returns to
  void** stack_pointers;
};
GRIDMARK_THREAD_LOCAL Turn turn;

/// One launch as the engine takes it: `run_threads(call)` runs a block's threads that have not started.
struct Grid {
  uint3 blocks, threads;
  size_t dynamic_shared_bytes;
  void (*run_threads)(void* call);
  void* call;
  const char* kernel;    ///< as spelled at the launch
  bool cooperative;      ///< all blocks are resident at once, and may meet
  size_t most_resident;  ///< blocks that the device holds at once
};

/// Bookkeeping around one thread once the block has fibers.
void start_next_thread();

/// A thread's last act. Returns when this stack has another thread to run.
GRIDMARK_INTRINSIC void pass_on_at_end() { GRIDMARK_PASS_ON(gridmark_end_thread); }

#ifdef GRIDMARK_COUNTED
#define GRIDMARK_NOT_COUNTED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define GRIDMARK_NOT_COUNTED
#endif

/// Moves `at` to the next thread in linear order. False after the last one.
GRIDMARK_INTRINSIC bool step(uint3& at, const uint3& size) {
  if (++at.x == size.x) {
    at.x = 0;
    if (++at.y == size.y) {
      at.y = 0;
      if (++at.z == size.z) return false;
      threadIdx.z = at.z;
    }
    threadIdx.y = at.y;
  }
  threadIdx.x = at.x;
  return true;
}

/// Runs threads that have not started. One call site, so that an inlined kernel exists once, and a barrier of
/// it has one address.
template <class Call>
GRIDMARK_NOT_COUNTED void run_threads(void* context) {
  Call& call = *static_cast<Call*>(context);
  const uint3 size{blockDim.x, blockDim.y, blockDim.z};
  uint3 at{0, 0, 0};
  if (turn.fibers)
    start_next_thread();
  else
    threadIdx = at;
  for (;;) {
    call();
    // Volatile: a spinning thread may be interrupted (emulation/engine/preemption.h).
    if (__builtin_expect(*const_cast<volatile unsigned*>(&turn.fibers), 0)) {
      pass_on_at_end();
    } else {
      if (!step(at, size)) return;
#ifdef GRIDMARK_COUNTED
      ++turn.thread;
#endif
    }
  }
}

}  // namespace gridmark::emulation

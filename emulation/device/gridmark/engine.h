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
  static constexpr unsigned in_fibers = 1, row_taken = 2, rows_taken = 2;
  unsigned thread;       ///< linear index; valid while `fibers`, and always in the counted flavour
  unsigned next;         ///< first thread that has not started; valid while `fibers`
  unsigned count;        ///< threads of the block
  unsigned fibers;       ///< in_fibers once a thread of this block has met a barrier; row_taken: the kernel
                         ///< runs or ran the rest of the row of threads (row_of_threads.h)
  unsigned in_kernel;    ///< 1 while device code runs here
  unsigned pass_end;     ///< threads below it may pass the turn on to the next one (engine/pass_on.cpp)
  char* dynamic_shared;  ///< the block's dynamic shared memory
  const void* place;     ///< where threads may do so: what a call there returns to
  void** stack_pointers;
  unsigned rows;  ///< 1: kernels may do so; rows_taken: one did
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
#ifdef __clang__
#define GRIDMARK_NOT_COUNTED __attribute__((no_sanitize("thread", "coverage")))
#else
#define GRIDMARK_NOT_COUNTED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#endif
#else
#define GRIDMARK_NOT_COUNTED
#endif

/// From the last thread of a row in x to the first of the next one. False after the last row.
GRIDMARK_INTRINSIC bool begin_next_row() {
  threadIdx.x = 0;
  if (++threadIdx.y != blockDim.y) return true;
  threadIdx.y = 0;
  return ++threadIdx.z != blockDim.z;
}

/// Runs threads that have not started. One call site, so that an inlined kernel exists once, and a barrier of
/// it has one address. The inner loop runs threads that never wait; whatever clobbers memory stays out of it,
/// so that the compiler may keep the kernel's arguments, blockIdx and blockDim in registers. `call` is read
/// only.
template <class Call>
GRIDMARK_NOT_COUNTED GRIDMARK_INTRINSIC void run_threads_of(Call* __restrict call) {
  if (turn.fibers)
    start_next_thread();
  else
    threadIdx.x = threadIdx.y = threadIdx.z = 0;
  for (;;) {
    unsigned x = threadIdx.x;
    const unsigned width = blockDim.x;
    __asm__ volatile("");  // or the two loops became one
    for (;;) {
      threadIdx.x = x;
      // For the compiler this reads threadIdx.x, which a fault and the watcher
      // (emulation/engine/preemption.h) want to find in memory.
      __asm__ volatile("" ::"m"(threadIdx.x));
      (*call)();
      // Volatile: a spinning thread may have been interrupted.
      if (__builtin_expect(*const_cast<volatile unsigned*>(&turn.fibers), 0)) break;
#ifdef GRIDMARK_COUNTED
      ++turn.thread;
#endif
      if (++x == width) break;
    }
    const unsigned how = *const_cast<volatile unsigned*>(&turn.fibers);
    if (how == Turn::in_fibers) {
      pass_on_at_end();
    } else {
      if (how) turn.fibers = 0, turn.rows = Turn::rows_taken;
      if (!begin_next_row()) return;
    }
  }
}
template <class Call>
GRIDMARK_NOT_COUNTED void run_threads(void* context) {
  run_threads_of(static_cast<Call*>(context));
}

}  // namespace gridmark::emulation

#pragma once
// The seam between a compiled kernel and the engine that runs it.
//
// Theory of operation
// A block's device threads run one after the other in a plain loop, on one stack, until one of them reaches a
// barrier or a warp primitive. Only then does the engine give threads separate stacks ("lazy fibers"): the
// thread at the barrier keeps the stack, and run_threads is entered again on a fresh stack for those that
// have not started. Until then the engine keeps no count, because threadIdx shows how far the loop is. A
// thread that never meets a barrier costs one store and one test.
#include <stddef.h>

#include "gridmark/coordinates.h"
#include "gridmark/pass_on.h"
#include "gridmark/qualifiers.h"

namespace gridmark::emulation {

/// The device thread of the block that is running on this operating-system thread.
struct Turn {
  static constexpr unsigned in_fibers = 1, row_taken = 2, rows_taken = 2;
  unsigned thread;       ///< linear index, valid while `fibers`, and always in the counted flavour
  unsigned next;         ///< first thread that has not started, valid while `fibers`
  unsigned count;        ///< threads of the block
  unsigned fibers;       ///< in_fibers once a thread of this block has met a barrier; row_taken: the kernel
                         ///< runs or ran the rest of the row of threads (row_of_threads.h)
  unsigned in_kernel;    ///< 1 while device code runs here
  unsigned pass_end;     ///< threads below it can pass the turn to the next one (engine/pass_on.cpp)
  char* dynamic_shared;  ///< the block's dynamic shared memory
  const void* place;     ///< return address of the call where threads can pass it on
  void** stack_pointers;
  unsigned rows;  ///< 1: kernels can run rows; rows_taken: one did
};
GRIDMARK_THREAD_LOCAL Turn turn;

/// One launch for the engine: `run_threads(call)` runs a block's threads that have not started.
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

/// Last action of a thread. Returns when this stack has another thread to run.
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

/// Runs threads that have not started. There is one call site, so that an inlined kernel exists once and its
/// barrier has one address. The inner loop runs threads that never wait. It must not contain code that
/// clobbers memory, so that the compiler can keep the kernel's arguments, blockIdx and blockDim in registers.
/// `call` is only read.
template <class Call>
GRIDMARK_NOT_COUNTED GRIDMARK_INTRINSIC void run_threads_of(Call* __restrict call) {
  if (turn.fibers)
    start_next_thread();
  else
    threadIdx.x = threadIdx.y = threadIdx.z = 0;
  for (;;) {
    unsigned x = threadIdx.x;
    const unsigned width = blockDim.x;
    __asm__ volatile("");  // keeps the two loops from becoming one
    for (;;) {
      threadIdx.x = x;
      // This reads threadIdx.x for the compiler. A fault and the watcher (emulation/engine/preemption.h) must
      // find it in memory.
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

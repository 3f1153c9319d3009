#pragma once
// Forward progress: a device thread that spins does not keep the others from running.
//
// Theory of operation
// Threads of a block take turns only where they wait, so one that spins on a flag would starve the one that
// is to set it. A watching operating-system thread looks at the running device threads every few
// milliseconds. It signals one that it finds unchanged; the signal's handler, when it interrupted the
// program's own code, arranges that the device thread calls gridmark_preempted on its own stack, where all
// registers are saved and Block::preempt() lets other threads and blocks run. Once that has happened in a
// grid, the watcher looks more often. Threads that poll together, with a barrier or a warp primitive in each
// round, change all the time: a block of which no thread returns for long is put aside too, there or where
// its threads meet next. It is also the watchdog: where nothing gets on (no thread returns, no
// block begins) for GRIDMARK_WATCHDOG_SECONDS of processor time, the handler says who spins where, and the
// kernel ends in an error. So it does once the program has used GRIDMARK_LAST_CPU_SECOND.
//
// While an observer counts there is no preemption, because counts must not depend on time: a thread yields
// after a fixed number of accesses instead (counters/). The watchdog serves both.
#include <signal.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "gridmark/engine.h"

namespace gridmark::emulation {

/// Called when a grid begins: starts the watcher, or wakes it from a long sleep. Cheap when it is awake.
void watch_grids();

/// Why the watchdog has ended the kernel that runs here: "no thread has finished for 2 s of processor time".
std::string watchdog_words();

/// One operating-system thread that runs blocks, for as long as it lives.
class Watched {
 public:
  Watched();
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 private:
  std::uint64_t progress_ = 0;  ///< of its blocks
};

/// The watchdog's message is due on this operating-system thread. The runtime, which words it, sets this.
extern void (*tell_endless_kernel)(void* context);

/// The signal that interrupts. A debugger passes it on without a word.
constexpr int preemption_signal = SIGURG;

}  // namespace gridmark::emulation

#pragma once
// Forward progress: a device thread that spins does not keep the others from running.
//
// Theory of operation
// Threads of a block take turns only where they wait, so one that spins on a flag would starve the thread
// that sets it. A watching operating-system thread looks at the running device threads every few milliseconds
// and signals one that it finds unchanged. If the signal's handler interrupted the program's own code, it
// arranges that the device thread calls gridmark_preempted on its own stack. There all registers are saved,
// and Block::preempt() lets other threads and blocks run. Once that has happened in a grid, the watcher looks
// more often. Threads that poll together, with a barrier or a warp primitive in each round, change all the
// time. A block of which no thread returns for long is therefore put aside too, there or where its threads
// meet next. The watcher is also the watchdog. It acts if there is no progress (no thread returns, no block
// begins) for GRIDMARK_WATCHDOG_SECONDS of processor time. The handler then reports the spinning thread and
// its place, and the kernel ends in an error. The same happens once the program has used
// GRIDMARK_LAST_CPU_SECOND.
//
// While an observer counts there is no preemption, because counts must not depend on time. Instead, a thread
// yields after a fixed number of accesses (counters/). The watchdog serves both.
#include <signal.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "gridmark/engine.h"

namespace gridmark::emulation {

/// Call it when a grid begins. It starts the watcher or wakes it from a long sleep. Cheap if it is awake.
void watch_grids();

/// The reason why the watchdog ended the kernel that runs here:
/// "no thread has finished for 2 s of processor time".
std::string watchdog_words();

/// An operating-system thread that runs blocks, for as long as it lives.
class Watched {
 public:
  Watched();
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 private:
  std::uint64_t progress_ = 0;  ///< of its blocks
};

/// Called on this operating-system thread when the watchdog's message is due. The runtime sets it and words
/// the message.
extern void (*tell_endless_kernel)(void* context);

/// The signal that interrupts. A debugger passes it on silently.
constexpr int preemption_signal = SIGURG;

}  // namespace gridmark::emulation

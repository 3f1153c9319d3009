#pragma once
// Events of each thread of a block, in the thread's order: basic blocks and accesses, with the barriers
// between them. It is kept for few blocks (barrier_advice.h). The counters do not use it.
#include <array>
#include <cstdint>
#include <vector>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/block_record.h"
#include "emulation/counters/request.h"

namespace gridmark::counters {

/// A thread came to a basic block, or accessed memory.
struct ThreadEvent {
  const void* pc;            ///< a return address
  std::uint64_t address;     ///< of an access
  std::uint32_t epoch;       ///< barriers of the block so far
  std::uint32_t warp_epoch;  ///< barriers of the warp since the block's last
  std::uint16_t thread;
  std::uint8_t bytes;  ///< of an access; 0: a basic block
  AccessKind kind;

  bool is_step() const { return bytes == 0; }
  bool writes() const { return !is_step() && !is_load(kind); }
};

/// Whether a block is being traced. Read by the hook of basic blocks.
extern bool traces_threads __attribute__((visibility("hidden")));

class ThreadTrace {
 public:
  /// Limit of events: 32 MiB.
  static constexpr std::size_t most_events = std::size_t{1} << 20;

  void begin();
  /// Cuts the trace of a block with too many events. The warps that came to its end are kept. If these are
  /// too few, all warps are kept up to the last barrier before the limit.
  void end();
  bool is_empty() const { return events_.empty(); }

  /// Called by the hook of basic blocks. `appended` records were there before it.
  void step(unsigned thread, const void* place, std::uint64_t appended);
  /// Takes the records of a finished turn.
  void take(const AccessStream& stream);
  /// Takes a record without a turn. Volatile accesses to device memory are never part of a race.
  void take(const Record& record, unsigned thread, bool may_race = true);
  /// Steps before the record with this number.
  void take_steps(std::uint64_t until);
  void block_barrier();

  /// Each thread's events are in its order.
  const std::vector<ThreadEvent>& events() const { return events_; }

 private:
  struct Step {
    std::uint64_t appended;
    const void* place;
    unsigned thread;
  };
  void cut(unsigned thread);
  void add(const void* pc, unsigned thread, std::uint64_t address, unsigned bytes, AccessKind kind);

  bool full_ = false;
  std::array<bool, warp_size> is_cut_{};  ///< warps that lack events
  std::size_t up_to_barrier_ = 0;         ///< events before the last one
  std::vector<Step> steps_;
  std::size_t steps_taken_ = 0;
  std::vector<ThreadEvent> events_;
  std::uint32_t epoch_ = 0;
  std::array<std::uint32_t, warp_size> warp_epochs_{};
};

}  // namespace gridmark::counters

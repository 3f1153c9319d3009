#pragma once
// Theory of operation
// Work waits in streams until the host waits for it. Accesses of host code in the meantime are remembered by
// instruction. If a waiting command then runs and touches the same bytes, nothing ordered the two. A kernel's
// accesses are read from the shadow after it has run, so this adds nothing to the path of a kernel's
// accesses.
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulation/counters/byte_set.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/race.h"
#include "emulation/counters/reachable_memory.h"
#include "emulation/engine/call_stack.h"
#include "emulation/engine/observer.h"

namespace gridmark::counters {

/// Source of the last accesses of kernels to memory.
class LastAccesses {
 public:
  virtual ~LastAccesses() = default;
  /// Accesses to the byte. Null if no kernel has touched it.
  virtual const Cell* last_accesses(std::uintptr_t address) const = 0;
  /// For messages: "managed memory (allocated at lab.cu:20)".
  virtual std::string memory_name(std::uintptr_t address) const = 0;
};

class StreamWatch {
 public:
  StreamWatch(const LastAccesses& shadow, const SiteTable& sites, Findings& findings)
      : shadow_(shadow), sites_(sites), findings_(findings) {}

  /// True while accesses of host code matter: work waits, and none runs.
  static bool watches() { return watches_.load(std::memory_order_relaxed); }
  /// From any host thread.
  void host_access(const volatile void* address, std::size_t bytes, bool writes, const void* pc);

  ReachableMemory& memory() { return memory_; }
  void work_queued(const emulation::QueuedWork& work);
  void work_begins(std::uint64_t number);
  void launch_begins(std::uint32_t launch);
  void work_ends(std::uint64_t number);
  void work_touches(const void* memory, std::size_t bytes, bool writes);

  /// Called when the program ends. Work that still waits will never run.
  void program_ends();
  void clear();

 private:
  struct Work {
    std::string title;  ///< "kernel scale"
    emulation::CallStack stack;
  };
  /// All accesses of one instruction of host code while the same commands waited.
  struct HostAccess {
    emulation::CallStack stack;
    const void* pc = nullptr;
    bool writes = false;
    std::uint64_t newest = 0;  ///< command
    std::uint32_t launch = 0;  ///< the last one that had begun
    ByteSet bytes;
  };
  using Works = std::map<std::uint64_t, Work>;

  void update();
  void settle_host_accesses();
  bool settle(const HostAccess& access, std::uintptr_t address);
  const Works::value_type* work_of(std::uint32_t launch) const;
  void report(const HostAccess& access, std::uintptr_t address, const Work& work, const Stamp* stamp,
              bool work_writes);

  static inline std::atomic<bool> watches_{false};

  const LastAccesses& shadow_;
  const SiteTable& sites_;
  Findings& findings_;
  ReachableMemory memory_;
  std::mutex mutex_;
  Works works_;  ///< works that wait or that a host access must be compared with
  std::set<std::uint64_t> waiting_;
  std::vector<std::uint64_t> running_;               ///< nested, innermost last
  std::map<std::uint32_t, std::uint64_t> launches_;  ///< first launch of each command
  std::uint32_t launch_ = 0;
  std::uint64_t newest_ = 0;
  std::deque<HostAccess> accesses_;                          ///< oldest first
  std::unordered_map<std::uintptr_t, HostAccess*> current_;  ///< by instruction, until a command is added
};

}  // namespace gridmark::counters

#pragma once
// Theory of operation
// Commands run one at a time here, but on a device two commands overlap unless something orders them: their
// stream, an event, the default stream, or the host, which waited for the one before it queued the other.
// Each command keeps up to where it comes after every stream. When a command ends beside one that still waits
// and is not ordered after it, what its kernels touched is taken from the shadow, and compared when the other
// has run. A program whose commands are all ordered pays for the bookkeeping alone.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "emulation/counters/findings.h"
#include "emulation/counters/race.h"
#include "emulation/counters/stream_watch.h"
#include "emulation/engine/call_stack.h"
#include "emulation/engine/observer.h"

namespace gridmark::counters {

class StreamRaces {
 public:
  StreamRaces(const LastAccesses& shadow, const SiteTable& sites, Findings& findings)
      : shadow_(shadow), sites_(sites), findings_(findings) {}

  void work_queued(const emulation::QueuedWork& work);
  void work_begins(std::uint64_t number) { running_.push_back({number, 0}); }
  void launch_begins(std::uint32_t launch);
  void work_ends();
  void clear();

 private:
  /// What a command did to one word.
  struct Touch {
    std::uintptr_t address = 0;
    Stamp write, read;  ///< of launch 0 where it did not
  };
  struct Work {
    std::string title;
    emulation::CallStack stack;
    std::uint64_t stream = 0;
    std::map<std::uint64_t, std::uint64_t> after;  ///< stream -> its last command that comes before this one
    std::vector<Touch> touched;
  };
  using Works = std::map<std::uint64_t, Work>;
  struct Running {
    std::uint64_t number = 0;
    std::uint32_t first_launch = 0;  ///< 0: it has launched no kernel
  };

  bool are_ordered(const Works::value_type& one, const Works::value_type& other) const;
  std::vector<Works::const_iterator> unordered(Works::const_iterator work, bool waiting) const;
  std::vector<Touch> touched_since(std::uint32_t launch);
  bool compare(const Work& earlier, const Work& later);
  void report(const Work& earlier, const Stamp& before, bool before_writes, const Work& later,
              const Touch& touch, bool writes);

  const LastAccesses& shadow_;
  const SiteTable& sites_;
  Findings& findings_;
  Works works_;  ///< that wait, and those that have run beside one that waits
  std::map<std::uint64_t, bool> waiting_;
  std::set<std::uint64_t> streams_;  ///< of works_
  std::vector<Running> running_;     ///< one inside of the other
  std::size_t looked_at_ = 0;        ///< bytes
};

}  // namespace gridmark::counters

#pragma once
// Theory of operation
// Commands run one at a time here, but on a device two commands overlap unless something orders them: their
// stream, an event, the default stream, or the host, if it waited for one before it queued the other. Each
// command records its last predecessor in every stream. When a command ends while an unordered one still
// waits, the words that its kernels touched are taken from the shadow, and are compared after the other has
// run. A program whose commands are all ordered only pays for this bookkeeping.
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
  /// Accesses of a command to one word.
  struct Touch {
    std::uintptr_t address = 0;
    Stamp write, read;  ///< of launch 0 if there was none
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
  Works works_;  ///< works that wait, and finished works that a waiting one must be compared with
  std::map<std::uint64_t, bool> waiting_;
  std::set<std::uint64_t> streams_;  ///< of works_
  std::vector<Running> running_;     ///< nested, innermost last
  std::size_t looked_at_ = 0;        ///< bytes compared so far
};

}  // namespace gridmark::counters

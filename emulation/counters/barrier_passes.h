#pragma once
// Theory of operation
// A gap is a place between two statements of a compound statement where a line can be inserted. A thread's
// trace shows at each of its accesses how often it has passed a gap: it goes from a statement before the gap
// to one after it, in the same round of the loop. A barrier in the gap would order two accesses of one epoch
// exactly if the threads' numbers of passes differ there. The barrier is allowed if all threads pass it
// equally often between two barriers. If a statement before the gap can leave the compound (return, break), a
// pass needs an event after the gap as evidence.
#include <cstdint>
#include <map>
#include <vector>

#include "emulation/counters/statements.h"
#include "emulation/counters/thread_trace.h"

namespace gridmark::counters {

/// Position before the child with this number. After the last one, it is the end of the compound.
struct Gap {
  int compound = no_statement;
  int index = 0;
  bool operator==(const Gap&) const = default;
};

/// The line after which a new line is inserted. 0 if the gap is inside a line.
int line_before(const Statements& statements, const Gap& gap);
/// All gaps of a function. Gaps where a line can be inserted come first, sorted by the number of barriers
/// that they need.
std::vector<Gap> gaps_of(const Statements& statements, int body);

/// Maps program counters to innermost statements. Debug information is read once for each.
class StatementOf {
 public:
  int operator()(const void* pc);

 private:
  std::map<const void*, int> known_;
};

/// Number of times that each thread of a block passed a gap.
class GapPasses {
 public:
  /// `leaves` are the statements of the events.
  GapPasses(const Statements& statements, const Gap& gap, const std::vector<ThreadEvent>& events,
            const std::vector<int>& leaves, unsigned threads);

  /// Passes up to an event, by its thread.
  std::uint32_t at(std::size_t event) const { return passes_[event]; }
  /// Whether a barrier of the block is allowed here. For warps: a barrier of each warp that comes here.
  bool in_step() const { return in_step_; }
  bool warps_in_step() const { return warps_in_step_; }

 private:
  /// State of a thread on its path.
  struct Walk {
    bool active = false, passed = false;
    int child = 0;                  ///< child of the compound with the last event
    std::vector<const void*> seen;  ///< basic blocks of this round
    std::uint32_t passes = 0;
  };
  void follow(Walk& walk, const ThreadEvent& event, int leaf);
  bool is_moved(const ThreadEvent& event, int leaf) const;
  void enter(Walk& walk, const ThreadEvent& event, int leaf, int child);
  void leave(Walk& walk) const;
  bool tells_rounds(const ThreadEvent& event, int leaf) const;
  bool begins_anew(const Walk& walk, const ThreadEvent& event, int leaf, int child) const;
  void compare(const std::vector<std::map<std::uint32_t, std::uint32_t>>& by_epoch,
               const std::vector<bool>& traced);

  const Statements& statements_;
  Gap gap_;
  int body_, loop_;
  std::vector<std::uint32_t> passes_;
  bool in_step_ = true, warps_in_step_ = true;
};

}  // namespace gridmark::counters

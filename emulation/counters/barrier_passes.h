#pragma once
// Theory of operation
// A gap is a place between two statements of a compound statement, where a line can be inserted. A thread's
// trace shows how often it has passed a gap at each of its accesses: it goes from a statement in front of the
// gap to one behind it, in the same round of the loop. A barrier in the gap would order two accesses of one
// epoch exactly when the threads' numbers of passes differ there. It may stand there if all threads pass it
// equally often between two barriers. Where a statement in front of the gap may leave the compound (return,
// break), a pass needs an event behind the gap as evidence.
#include <cstdint>
#include <map>
#include <vector>

#include "emulation/counters/statements.h"
#include "emulation/counters/thread_trace.h"

namespace gridmark::counters {

/// In front of the child with this number; behind the last one, at the end of the compound.
struct Gap {
  int compound = no_statement;
  int index = 0;
  bool operator==(const Gap&) const = default;
};

/// The line that a new line is inserted after; 0 where the gap is inside a line.
int line_before(const Statements& statements, const Gap& gap);
/// All gaps of a function; those where a line can be inserted come first, and of them those that ask for the
/// fewest barriers.
std::vector<Gap> gaps_of(const Statements& statements, int body);

/// Of program counters: the innermost statement. Debug information is read once for each.
class StatementOf {
 public:
  int operator()(const void* pc);

 private:
  std::map<const void*, int> known_;
};

/// How often the threads of a block passed a gap.
class GapPasses {
 public:
  /// `leaves` are the statements of the events.
  GapPasses(const Statements& statements, const Gap& gap, const std::vector<ThreadEvent>& events,
            const std::vector<int>& leaves, unsigned threads);

  /// At an event, by its thread.
  std::uint32_t at(std::size_t event) const { return passes_[event]; }
  /// May a barrier of the block stand here? Of warps: of each warp that comes here?
  bool in_step() const { return in_step_; }
  bool warps_in_step() const { return warps_in_step_; }

 private:
  /// A thread on its way.
  struct Walk {
    bool active = false, passed = false;
    int child = 0;                  ///< of the compound, that the last event was in
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

#pragma once
#include "emulation/engine/threads.h"
#include "gridmark/cooperative/contribution.h"

namespace gridmark::emulation {

/// Meetings of groups of 64, 128 ... 1024 threads of a block.
class ThreadGroups {
 public:
  explicit ThreadGroups(const Threads& threads) : threads_(threads) {}

  /// A thread's part in a meeting.
  struct Visit {
    ThreadGroups& groups;
    unsigned first, count, generation;
  };
  /// The running thread joins the `count` threads from `first` on.
  Visit join(unsigned first, unsigned count, Contribution* mine);
  /// True if all of them that have not returned have come. Called with a `Visit`.
  static bool is_over(void* visit);
  /// Drops the meetings of a block that was left.
  void forget();

 private:
  struct Meeting {
    unsigned arrived, generation;
  };
  Meeting& meeting(unsigned first, unsigned count);
  bool complete(unsigned first, unsigned count);

  const Threads& threads_;
  Contribution* contribution_[Threads::most] = {};
  Meeting meetings_[Threads::most_warps][5] = {};  ///< by first warp and size
};

}  // namespace gridmark::emulation

#pragma once
#include "emulation/engine/observer.h"

namespace gridmark::emulation {

/// How long a block's threads have only waited, and whether other blocks must have their turn.
class Patience {
 public:
  void renew() { rounds_ = meetings_ = 0; }
  void forget_rounds() { rounds_ = 0; }
  /// Threads have yielded in a round. Returns true once in `rounds`.
  bool is_out_after(unsigned rounds) {
    if (++rounds_ < rounds) return false;
    rounds_ = 0;
    return true;
  }

  /// Asks the block to stand aside, because no thread has returned for long. Safe in a signal handler.
  void ask(bool to_stand_aside = true) { asked_ = to_stand_aside; }
  bool may_be_asked() const { return __builtin_expect(observer || asked_, 0); }
  /// Checked where threads have met, because they may have polled together. Counts must not depend on time,
  /// so the watcher does not ask while an observer counts.
  bool is_asked() {
    constexpr unsigned most_meetings = 20'000;
    const bool asked = observer ? ++meetings_ >= most_meetings : asked_;
    if (!asked) return false;
    meetings_ = 0;
    asked_ = false;
    return true;
  }

 private:
  unsigned rounds_ = 0;    ///< of yielding, since the last progress
  unsigned meetings_ = 0;  ///< at barriers and warp primitives, since the last progress, if they are counted
  volatile bool asked_ = false;
};

}  // namespace gridmark::emulation

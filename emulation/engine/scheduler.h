#pragma once
#include "emulation/engine/stacks.h"
#include "emulation/engine/threads.h"
#include "emulation/engine/warp_meetings.h"

namespace gridmark::emulation {

/// Who of a block's threads runs next.
class Scheduler {
 public:
  static constexpr int start_new = -1, nobody = -2;
  static constexpr unsigned most_looked_ahead = 32;  ///< threads, each time one must be chosen

  Scheduler(Threads& threads, Stacks& stacks, WarpMeetings& warps)
      : threads_(threads), stacks_(stacks), warps_(warps) {}

  void open() { waiting_ = 0; }
  /// It is `thread`'s turn, and none has passed its own on.
  void take_turn(unsigned thread) {
    turn.thread = passed_from_ = thread;
    turn.pass_end = 0;
  }
  void continue_as(unsigned thread) {
    take_turn(thread);
    threadIdx = threads_.index[thread];
  }
  /// On this stack, a thread that has not started.
  void start_next();

  /// Threads from here to the running one passed their turn on unbooked.
  unsigned passed_from() const { return passed_from_; }
  void book_up_to(unsigned thread) { passed_from_ = thread; }

  /// The first of these threads that can run.
  int first_ready(unsigned first, unsigned end) const;
  /// Who runs when thread `after` cannot: its warp first, so that a warp's lanes run together.
  int pick(unsigned after);
  /// Who runs on when thread `after` has returned; start_new: the next one, on the same stack.
  int pick_after_end(unsigned after);
  /// The last thread from `first` on, at most `most` away, that is ready without a gap.
  unsigned ready_until(unsigned first, unsigned most) const;

  /// Returns when another thread continues as `thread`.
  void wait(unsigned thread) { wait_for(thread, pick(thread)); }
  void wait_for(unsigned thread, int next);
  /// Continues `next`; it and the following ones may pass on their turns until it is `pass_end`'s.
  void hand_over(unsigned thread, unsigned next, unsigned pass_end);
  /// The same for the next thread, to which `thread` passes its turn on.
  void pass_on(unsigned thread);
  /// Until `holds(context)`, which is asked when no other thread of the block can run.
  void wait_until(bool (*holds)(void*), void* context, const void* place);

 private:
  struct Condition {
    bool (*holds)(void*);
    void* context;
  };
  bool wake_waiting();

  Threads& threads_;
  Stacks& stacks_;
  WarpMeetings& warps_;
  unsigned passed_from_ = 0;
  unsigned waiting_ = 0;  ///< threads that wait for a condition
  Condition condition_[Threads::most];
};

}  // namespace gridmark::emulation

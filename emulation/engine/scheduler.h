#pragma once
#include "emulation/engine/stacks.h"
#include "emulation/engine/threads.h"
#include "emulation/engine/warp_meetings.h"

namespace gridmark::emulation {

/// Chooses the thread of a block that runs next.
class Scheduler {
 public:
  static constexpr int start_new = -1, nobody = -2;
  static constexpr unsigned most_looked_ahead = 32;  ///< threads, each time one must be chosen

  Scheduler(Threads& threads, Stacks& stacks, WarpMeetings& warps)
      : threads_(threads), stacks_(stacks), warps_(warps) {}

  void open() { waiting_ = 0; }
  /// Notes that it is `thread`'s turn, and that it has not passed its turn on.
  void take_turn(unsigned thread) {
    turn.thread = passed_from_ = thread;
    turn.pass_end = 0;
  }
  void continue_as(unsigned thread) {
    take_turn(thread);
    threadIdx = threads_.index[thread];
  }
  /// Starts a thread that has not started, on this stack.
  void start_next();

  /// Threads from here to the running one passed their turn on without bookkeeping.
  unsigned passed_from() const { return passed_from_; }
  void book_up_to(unsigned thread) { passed_from_ = thread; }

  /// The first of these threads that can run.
  int first_ready(unsigned first, unsigned end) const;
  /// The thread that runs when thread `after` cannot: of its warp first, so that a warp's lanes run together.
  int pick(unsigned after);
  /// The thread that runs when thread `after` has returned. start_new: the next one, on the same stack.
  int pick_after_end(unsigned after);
  /// The last of the threads from `first` on, at most `most`, that are ready without a gap.
  unsigned ready_until(unsigned first, unsigned most) const;

  /// Returns when another thread continues as `thread`.
  void wait(unsigned thread) { wait_for(thread, pick(thread)); }
  void wait_for(unsigned thread, int next);
  /// Continues `next`. It and the threads after it can pass on their turns until it is `pass_end`'s turn.
  void hand_over(unsigned thread, unsigned next, unsigned pass_end);
  /// The same for the next thread, to which `thread` passes its turn on.
  void pass_on(unsigned thread);
  /// Waits for `holds(context)`, which is called when no other thread of the block can run.
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

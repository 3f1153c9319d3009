// The ways off a block before its end: its threads give way, it is put aside, or it is left for good.
#include <cstring>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/source_place.h"

namespace gridmark::emulation {

void Block::put_aside(Pause why) {
  const unsigned me = turn.thread;
  pause_ = why;
  resumes_as_ = me;
  const int mine = identity_[me].stack;
  if (observer) observer->block_suspends();
  switch_stacks(&stack_pointer_[me], caller_, mine, no_stack);
}

void Block::forget() {
  pause_ = Pause::given_up;
  turn.fibers = 0;
  parked_ = false;
  stacks_.reset();
  extras_.reset();
  std::memset(wide_, 0, sizeof wide_);
  std::memset(contribution_, 0, sizeof contribution_);
}

void Block::give_up() {
  pause_ = Pause::given_up;
  void* never_resumed;
  switch_stacks(&never_resumed, caller_, running_stack(), no_stack);
  __builtin_unreachable();
}

void* Block::leave() {
  pause_ = Pause::given_up;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(nullptr, caller_stack_, caller_stack_bytes_);
#endif
  return caller_;
}

void* Block::leave_to_run_again() {
  void* caller = leave();
  pause_ = Pause::to_run_again;
  return caller;
}

void Block::yield(unsigned rounds) {
  if (!turn.fibers) upgrade();
  catch_up();
  const unsigned me = turn.thread;
  int next = pick_in(me + 1, turn.count);
  if (next == nobody) {
    if (++rounds_ >= rounds) {
      rounds_ = 0;
      put_aside(Pause::yielded);
    }
    if (converging_lanes_)
      for (unsigned warp = 0; warp * 32 < turn.count; ++warp) resolve_active_masks(warp);
    next = pick_in(0, turn.count);
  }
  if (next != nobody) wait_then(me, next);
}

void Block::preempt(const void* place) {
  if (!turn.fibers) {
    // Until now the loop alone has kept count. Between its test and its step to the next thread it must not
    // be told otherwise.
    if (is_between_threads(place)) return;
    upgrade();
  }
  catch_up();
  place_[turn.thread] = place;
  if (must_stand_aside()) return put_aside(Pause::yielded);
  yield(2);
}

/// Asked where threads have met, and so may have polled together. Counts must not depend on time, so the
/// watcher does not ask while an observer counts.
bool Block::must_stand_aside() {
  constexpr unsigned most_meetings = 20'000;
  const bool must = observer ? ++meetings_ >= most_meetings : asked_to_stand_aside_;
  if (!must) return false;
  meetings_ = 0;
  asked_to_stand_aside_ = false;
  return true;
}

}  // namespace gridmark::emulation

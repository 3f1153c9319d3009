#include "emulation/engine/scheduler.h"

#include <algorithm>

#include "emulation/engine/deadlock.h"
#include "emulation/engine/observer.h"

namespace gridmark::emulation {

using State = Threads::State;

void Scheduler::start_next() {
  const unsigned me = turn.next++;
  continue_as(me);
  stacks_.take(me);
  threads_.state[me] = State::ready;
}

int Scheduler::first_ready(unsigned first, unsigned end) const {
  for (unsigned thread = first; thread < end; ++thread) {
    if (thread >= turn.next) return start_new;
    if (threads_.state[thread] == State::ready) return static_cast<int>(thread);
  }
  return nobody;
}

int Scheduler::pick(unsigned after) {
  const unsigned warp_first = after & ~31u, count = turn.count;
  const unsigned warp_end = warp_first + 32 < count ? warp_first + 32 : count;
  int next = first_ready(after + 1, warp_end);
  if (next == nobody) next = first_ready(warp_first, after);
  if (next == nobody && warps_.converge_in(after / 32)) {
    warps_.resolve(after / 32);
    next = first_ready(warp_first, warp_end);
  }
  if (next == nobody) next = first_ready(warp_end, count);
  if (next == nobody) next = first_ready(0, warp_first);
  if (next == nobody && warps_.converge()) {
    warps_.resolve_all();
    next = first_ready(0, count);
  }
  if (next == nobody && waiting_ && wake_waiting()) next = first_ready(0, count);
  return next;
}

// A warp's lanes go on to their end before new threads start. Few stacks are then in use at a time, and they
// stay in the first-level cache.
int Scheduler::pick_after_end(unsigned after) {
  const unsigned warp = after / 32;
  if (turn.next >= turn.count) return threads_.live ? pick(after) : nobody;
  if (turn.next / 32 == warp) return start_new;
  for (unsigned rest = threads_.live_lanes[warp]; rest; rest &= rest - 1) {
    const unsigned thread = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
    if (threads_.state[thread] == State::ready) return static_cast<int>(thread);
  }
  return start_new;
}

unsigned Scheduler::ready_until(unsigned first, unsigned most) const {
#ifdef __SANITIZE_ADDRESS__
  return 0;
#endif
  if (observer || warps_.converge()) return 0;
  const unsigned end = std::min(turn.next, first + most);
  unsigned last = first;
  while (last + 1 < end && threads_.state[last + 1] == State::ready) ++last;
  return last;
}

void Scheduler::wait_for(unsigned thread, int next) {
  if (next == nobody) end_with_deadlock();
  if (next == static_cast<int>(thread)) return;
  if (next != start_new) return hand_over(thread, static_cast<unsigned>(next), 0);
  stacks_.start_another(thread);
}

void Scheduler::hand_over(unsigned thread, unsigned next, unsigned pass_end) {
  continue_as(next);
  turn.pass_end = pass_end;
  stacks_.go_on(thread, next);
}

void Scheduler::pass_on(unsigned thread) {
  turn.thread = thread + 1;
  threadIdx = threads_.index[thread + 1];
  stacks_.pass_on(thread, thread + 1);
}

void Scheduler::wait_until(bool (*holds)(void*), void* context, const void* place) {
  const unsigned me = turn.thread;
  condition_[me] = {holds, context};
  threads_.wait_at(me, State::waiting, place);
  ++waiting_;
  wait(me);
}

/// No other thread can run, so threads whose condition has come true go on. False if there are none.
bool Scheduler::wake_waiting() {
  bool any = false;
  for (unsigned thread = 0; thread < turn.next; ++thread) {
    const Condition& condition = condition_[thread];
    if (threads_.state[thread] != State::waiting || !condition.holds(condition.context)) continue;
    threads_.state[thread] = State::ready;
    --waiting_;
    any = true;
  }
  return any;
}

}  // namespace gridmark::emulation

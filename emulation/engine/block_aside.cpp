// The ways off a block before its end: its threads give way, it is put aside, or it is left for good.
#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/source_place.h"

namespace gridmark::emulation {

void Block::put_aside(Pause why) {
  pause_ = why;
  resumes_as_ = turn.thread;
  if (observer) observer->block_suspends();
  stacks_.leave(resumes_as_);
}

void Block::forget() {
  pause_ = Pause::given_up;
  turn.fibers = 0;
  stacks_.reset();
  extras_.reset();
  groups_.forget();
}

void Block::give_up() {
  pause_ = Pause::given_up;
  stacks_.give_up();
}

void* Block::leave() {
  pause_ = Pause::given_up;
  return stacks_.give_up_later();
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
  int next = scheduler_.first_ready(me + 1, turn.count);
  if (next == Scheduler::nobody) {
    if (patience_.is_out_after(rounds)) put_aside(Pause::yielded);
    if (warps_.converge()) warps_.resolve_all();
    next = scheduler_.first_ready(0, turn.count);
  }
  if (next != Scheduler::nobody) scheduler_.wait_for(me, next);
}

void Block::preempt(const void* place) {
  if (!turn.fibers) {
    // Until now the loop alone has kept count. Its count must not change between its test and its step to the
    // next thread.
    if (is_between_threads(place)) return;
    upgrade();
  }
  catch_up();
  threads_.place[turn.thread] = place;
  if (patience_.is_asked()) return put_aside(Pause::yielded);
  yield(2);
}

}  // namespace gridmark::emulation

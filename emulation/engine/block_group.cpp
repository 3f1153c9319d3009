// Waits for a condition, and meetings of several warps of a block.
#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/visible.h"

namespace gridmark::emulation {

void Block::wait_until(bool (*holds)(void*), void* context, const void* place) {
  if (holds(context)) return;
  if (!turn.fibers) upgrade();
  catch_up();
  const unsigned me = turn.thread;
  place_[me] = place;
  condition_[me] = {holds, context};
  state_[me] = State::waiting;
  ++waiting_;
  wait(me);
}

/// Nobody else can run: threads whose condition has come true go on. False when there are none.
bool Block::wake_waiting() {
  bool any = false;
  for (unsigned thread = 0; thread < turn.next; ++thread) {
    if (state_[thread] != State::waiting || !condition_[thread].holds(condition_[thread].context)) continue;
    state_[thread] = State::ready;
    --waiting_;
    any = true;
  }
  return any;
}

Block::WideMeeting& Block::wide_meeting(unsigned first, unsigned count) {
  return wide_[first / 32][__builtin_ctz(count) - 6];
}

/// Threads that have returned are not waited for.
bool Block::complete_wide(unsigned first, unsigned count) {
  WideMeeting& meeting = wide_meeting(first, count);
  unsigned needed = 0;
  for (unsigned warp = first / 32; warp < (first + count) / 32 && warp * 32 < turn.count; ++warp)
    needed += static_cast<unsigned>(__builtin_popcount(live_lanes_[warp]));
  if (meeting.arrived < needed) return false;
  meeting.arrived = 0;
  ++meeting.generation;
  Contribution** all = contribution_ + first;
  for (unsigned slot = 0; slot < count; ++slot) {
    if (!all[slot]) continue;
    all[slot]->combine(all, count);
    break;
  }
  for (unsigned slot = 0; slot < count; ++slot) all[slot] = nullptr;
  if (observer) observer->threads_ordered();
  return true;
}

void Block::meet_threads(unsigned first, unsigned count, Contribution* mine, const void* place) {
  if (!turn.fibers) upgrade();
  catch_up();
  struct Meeting {
    Block& block;
    unsigned first, count, generation;
  } meeting{*this, first, count, wide_meeting(first, count).generation};
  contribution_[turn.thread] = mine;
  ++wide_meeting(first, count).arrived;
  wait_until(
      [](void* context) {
        const Meeting& at = *static_cast<Meeting*>(context);
        return at.block.wide_meeting(at.first, at.count).generation != at.generation ||
               at.block.complete_wide(at.first, at.count);
      },
      &meeting, place);
}

}  // namespace gridmark::emulation

using gridmark::emulation::Block;

extern "C" {
GRIDMARK_VISIBLE void gridmark_wait_until(bool (*holds)(void*), void* context) {
  Block::here().wait_until(holds, context, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void gridmark_meet_threads(unsigned first, unsigned count,
                                            gridmark::emulation::Contribution* mine) {
  Block::here().meet_threads(first, count, mine, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void gridmark_threads_ordered() {
  if (gridmark::emulation::observer) gridmark::emulation::observer->threads_ordered();
}
}

// Barriers of a whole block.
#include <cstring>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/pool.h"
#include "emulation/engine/source_place.h"
#include "emulation/engine/visible.h"

namespace gridmark::emulation {

// By the books. pass_on.cpp has the quick way.
Block::Arrivals Block::barrier(bool predicate, const void* place) {
  if (__builtin_expect(!turn.fibers, 0)) {
    if (turn.count == 1) return barrier_alone(predicate);
    upgrade();
  }
  catch_up();
  meets_barriers_ = !observer;
  const unsigned me = turn.thread;
  if (at_barrier_ == 0) barrier_place_ = place;
  barrier_places_differ_ |= place != barrier_place_;
  nonzero_ += predicate;
  place_[me] = place;
  state_[me] = State::at_barrier;
  if (++at_barrier_ == live_)
    complete_barrier();
  else
    wait_at_barrier(me);
  return released_;
}

void Block::wait_at_barrier(unsigned thread) {
  const int next = pick(thread);
  if (next < 0) return wait_then(thread, next);
  const auto chosen = static_cast<unsigned>(next);
  hand_over(thread, chosen, ready_until(chosen, most_looked_ahead));
}

Block::Arrivals Block::barrier_alone(bool predicate) {
  if (observer) observer->block_barrier();
  return {1, predicate};
}

/// The first thread goes on, so that no warp's requests are split in two while somebody watches, and that
/// otherwise all can pass on their turns.
void Block::complete_barrier() {
  release_barrier();
  stand_aside_if_asked();
  const unsigned me = turn.thread;
  for (unsigned first = 0; first < me; ++first)
    if (state_[first] == State::ready) return hand_over(me, first, ready_until(first, most_threads));
}

void Block::release_barrier() {
  if (__builtin_expect(barrier_places_differ_, 0)) refuse_divergent_barrier();
  released_ = {at_barrier_, nonzero_};
  rounds_ = 0;
  at_barrier_ = nonzero_ = 0;
  barrier_places_differ_ = live_where_warps_differed_ != 0;
  for (unsigned thread = 0, end = (turn.next + 15) & ~15u; thread < end; ++thread)
    state_[thread] = state_[thread] == State::at_barrier ? State::ready : state_[thread];
  if (observer) observer->block_barrier();
}

/// The same instruction, or copies of one line that the compiler made.
bool Block::is_one_barrier(const void* a, const void* b) {
  if (a == b) return true;
  const auto known = one_line_.find({a, b});
  if (known != one_line_.end()) return known->second;
  return one_line_[{a, b}] = same_source_line(a, b);
}

/// Threads wait at several barriers. Lanes of one warp must not. Whole warps may, as far as hardware goes,
/// which only counts them; but each warp must then meet as many barriers as the others before it returns.
void Block::refuse_divergent_barrier() {
  const void* of_warp = nullptr;
  bool warps_differ = false;
  for (unsigned thread = 0; thread < turn.next; ++thread) {
    if (thread % 32 == 0) of_warp = nullptr;
    if (state_[thread] != State::at_barrier) continue;
    if (!of_warp) warps_differ |= !is_one_barrier(of_warp = place_[thread], barrier_place_);
    if (!is_one_barrier(place_[thread], of_warp)) deadlock();
  }
  if (live_where_warps_differed_ && live_ != live_where_warps_differed_) deadlock();
  if (warps_differ) live_where_warps_differed_ = live_;
}

/// All threads of the block meet, then the first that goes on waits for the grid on behalf of all.
void Block::meet_grid(const void* place) {
  if (!turn.fibers) upgrade();
  const unsigned passed = grid_barriers_;
  if (turn.count > 1) barrier(false, place);
  if (grid_barriers_ != passed) return;
  ++grid_barriers_;
  catch_up();
  place_[turn.thread] = place;
  Pool::instance().grid_barrier().came_to(place);
  put_aside(Pause::at_grid_barrier);
}

}  // namespace gridmark::emulation

using gridmark::emulation::Block;

extern "C" {
int gridmark_grid_is_cooperative();
int gridmark_is_local(const void* address);
int gridmark_barrier_count(int predicate) {
  return static_cast<int>(Block::here().barrier(predicate != 0, __builtin_return_address(0)).nonzero);
}
int gridmark_barrier_and(int predicate) {
  const Block::Arrivals all = Block::here().barrier(predicate != 0, __builtin_return_address(0));
  return all.nonzero == all.threads;
}
int gridmark_barrier_or(int predicate) {
  return Block::here().barrier(predicate != 0, __builtin_return_address(0)).nonzero != 0;
}
void gridmark_yield() { Block::here().yield(); }
GRIDMARK_VISIBLE void gridmark_grid_barrier() {
  if (!gridmark_grid_is_cooperative()) Block::here().refuse_grid_barrier(__builtin_return_address(0));
  Block::here().meet_grid(__builtin_return_address(0));
}
GRIDMARK_VISIBLE int gridmark_is_local(const void* address) {
  return gridmark::emulation::turn.in_kernel && Block::here().is_on_stack(address);
}
GRIDMARK_VISIBLE int gridmark_grid_is_cooperative() {
  return gridmark::emulation::turn.in_kernel && Block::here().is_cooperative();
}
}

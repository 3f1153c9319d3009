#include "emulation/engine/block_barrier.h"

#include <algorithm>
#include <cstring>

#include "emulation/engine/deadlock.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/source_place.h"

namespace gridmark::emulation {

using State = Threads::State;

void BlockBarrier::open() {
  arrived_ = nonzero_ = 0;
  places_differ_ = false;
  live_where_warps_differed_ = 0;
}

void BlockBarrier::arrive_in_order(unsigned first, unsigned end, const void* place) {
  come_to(place);
  arrived_ += end - first;
  std::memset(threads_.state + first, static_cast<int>(State::at_barrier), end - first);
  std::fill(threads_.place + first, threads_.place + end, place);
}

void BlockBarrier::release() {
  if (__builtin_expect(places_differ_, 0)) refuse_divergence();
  released_ = {arrived_, nonzero_};
  arrived_ = nonzero_ = 0;
  places_differ_ = live_where_warps_differed_ != 0;
  State* const state = threads_.state;
  for (unsigned thread = 0, end = (turn.next + 15) & ~15u; thread < end; ++thread)
    state[thread] = state[thread] == State::at_barrier ? State::ready : state[thread];
  if (observer) observer->block_barrier();
}

/// True for the same instruction, and for copies of one line that the compiler made.
bool BlockBarrier::is_one_call(const void* a, const void* b) {
  if (a == b) return true;
  const auto known = one_line_.find({a, b});
  if (known != one_line_.end()) return known->second;
  return one_line_[{a, b}] = same_source_line(a, b);
}

/// Threads wait at several barriers. Lanes of one warp must not. Whole warps may, because hardware only
/// counts them, but each warp must then meet as many barriers as the others before it returns.
void BlockBarrier::refuse_divergence() {
  const void* of_warp = nullptr;
  bool warps_differ = false;
  for (unsigned thread = 0; thread < turn.next; ++thread) {
    if (thread % 32 == 0) of_warp = nullptr;
    if (threads_.state[thread] != State::at_barrier) continue;
    const void* place = threads_.place[thread];
    if (!of_warp) warps_differ |= !is_one_call(of_warp = place, place_);
    if (!is_one_call(place, of_warp)) end_with_deadlock();
  }
  if (live_where_warps_differed_ && threads_.live != live_where_warps_differed_) end_with_deadlock();
  if (warps_differ) live_where_warps_differed_ = threads_.live;
}

}  // namespace gridmark::emulation

// The calls of device code: barriers, warp primitives, and waits for a condition.
#include "emulation/engine/block.h"
#include "emulation/engine/misuse.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/pool.h"
#include "emulation/engine/visible.h"

namespace gridmark::emulation {

using State = Threads::State;

// With full bookkeeping. pass_on.cpp has the quick way.
BlockBarrier::Arrivals Block::barrier(bool predicate, const void* place) {
  if (__builtin_expect(!turn.fibers, 0)) {
    if (turn.count == 1) {
      if (observer) observer->block_barrier();
      return {1, predicate};
    }
    upgrade();
  }
  catch_up();
  meets_barriers_ = !observer;
  if (barrier_.arrive(turn.thread, predicate, place))
    complete_barrier();
  else
    wait_at_barrier(turn.thread);
  return barrier_.released();
}

void Block::wait_at_barrier(unsigned thread) {
  const int next = scheduler_.pick(thread);
  if (next < 0) return scheduler_.wait_for(thread, next);
  const auto chosen = static_cast<unsigned>(next);
  scheduler_.hand_over(thread, chosen, scheduler_.ready_until(chosen, Scheduler::most_looked_ahead));
}

/// The first thread goes on. With an observer, no warp's requests are thus split in two. Without one, all
/// threads can pass on their turns.
void Block::complete_barrier() {
  release_barrier();
  stand_aside_if_asked();
  const unsigned me = turn.thread;
  for (unsigned first = 0; first < me; ++first)
    if (threads_.state[first] == State::ready)
      return scheduler_.hand_over(me, first, scheduler_.ready_until(first, Threads::most));
}

void Block::release_barrier() {
  barrier_.release();
  patience_.forget_rounds();
}

// The rare ways return the value to take as well, so that the common way, the switch to the next lane, does
// not need to save registers.
inline std::uint64_t Block::warp(std::uint64_t value, std::uint64_t request, unsigned mask,
                                 const void* place) {
  if (__builtin_expect(!turn.fibers, 0)) return first_warp(value, request, mask, place);
  catch_up();
  const unsigned me = turn.thread, lane = me % 32, warp = me / 32;
  if (__builtin_expect(!(mask >> lane & 1), 0))
    refuse_misuse(place, "a lane called a warp primitive with a mask that does not name it");
  WarpMeeting& meeting = warps_.of(warp);
  threads_.wait_at(me, State::at_warp, place);
  const unsigned arrived = meeting.arrive(lane, value, request, mask);
  const unsigned needed = mask & threads_.live_lanes[warp];
  if ((arrived & needed) == needed) return finish_and_take(warp, needed, &meeting.value[lane]);
#ifndef __SANITIZE_ADDRESS__
  const unsigned next = me + 1;
  if (lane != 31 && next < turn.next && threads_.state[next] == State::ready) {
    scheduler_.continue_as(next);
    return stacks_.pass_on(me, next, &meeting.value[lane]);
  }
#endif
  return wait_and_take(me, &meeting.value[lane]);
}

__attribute__((noinline)) std::uint64_t Block::first_warp(std::uint64_t value, std::uint64_t request,
                                                          unsigned mask, const void* place) {
  upgrade();
  meets_barriers_ = !observer;
  return warp(value, request, mask, place);
}
__attribute__((noinline)) std::uint64_t Block::finish_and_take(unsigned warp, unsigned mask,
                                                               const std::uint64_t* value) {
  warps_.finish(warp, mask);
  stand_aside_if_asked();
  return *value;
}
__attribute__((noinline)) std::uint64_t Block::wait_and_take(unsigned thread, const std::uint64_t* value) {
  scheduler_.wait(thread);
  return *value;
}

unsigned Block::active_mask(std::uint64_t way, const void* place) {
  if (!turn.fibers) upgrade();
  catch_up();
  const unsigned me = turn.thread;
  warps_.wait_for_company(me, way, place);
  scheduler_.wait(me);
  return static_cast<unsigned>(warps_.of(me / 32).value[me % 32]);
}

void Block::wait_until(bool (*holds)(void*), void* context, const void* place) {
  if (holds(context)) return;
  if (!turn.fibers) upgrade();
  catch_up();
  scheduler_.wait_until(holds, context, place);
}

void Block::meet_threads(unsigned first, unsigned count, Contribution* mine, const void* place) {
  if (!turn.fibers) upgrade();
  catch_up();
  ThreadGroups::Visit visit = groups_.join(first, count, mine);
  wait_until(ThreadGroups::is_over, &visit, place);
}

/// All threads of the block meet. Then the first that goes on waits for the grid on behalf of all.
void Block::meet_grid(const void* place) {
  if (!turn.fibers) upgrade();
  const unsigned passed = grid_barriers_;
  if (turn.count > 1) barrier(false, place);
  if (grid_barriers_ != passed) return;
  ++grid_barriers_;
  catch_up();
  threads_.place[turn.thread] = place;
  Pool::instance().grid_barrier().came_to(place);
  put_aside(Pause::at_grid_barrier);
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {
int gridmark_grid_is_cooperative();
int gridmark_is_local(const void* address);
int gridmark_barrier_count(int predicate) {
  return static_cast<int>(Block::here().barrier(predicate != 0, __builtin_return_address(0)).nonzero);
}
int gridmark_barrier_and(int predicate) {
  const auto all = Block::here().barrier(predicate != 0, __builtin_return_address(0));
  return all.nonzero == all.threads;
}
int gridmark_barrier_or(int predicate) {
  return Block::here().barrier(predicate != 0, __builtin_return_address(0)).nonzero != 0;
}
void gridmark_yield() { Block::here().yield(); }
GRIDMARK_VISIBLE void gridmark_grid_barrier() {
  const void* place = __builtin_return_address(0);
  if (!gridmark_grid_is_cooperative())
    refuse_misuse(place, "the grid was synchronised, and not launched with cudaLaunchCooperativeKernel,");
  Block::here().meet_grid(place);
}
GRIDMARK_VISIBLE int gridmark_is_local(const void* address) {
  return turn.in_kernel && Block::here().stacks().holds(address);
}
GRIDMARK_VISIBLE int gridmark_grid_is_cooperative() {
  return turn.in_kernel && Block::here().is_cooperative();
}

std::uint64_t gridmark_warp(std::uint64_t value, std::uint64_t request, unsigned mask) {
  return Block::here().warp(value, request, mask, __builtin_return_address(0));
}
unsigned gridmark_active_mask(int call, const void* caller) {
  Block& block = Block::here();
  const auto depth = static_cast<std::uint64_t>(block.stacks().depth(__builtin_frame_address(0)));
  const std::uint64_t way =
      reinterpret_cast<std::uint64_t>(caller) ^ depth << 48 ^ static_cast<std::uint64_t>(call) << 32;
  return block.active_mask(way, __builtin_return_address(0));
}
void gridmark_warp_together(unsigned mask, void* lane, const WarpWork* work) {
  const Together together{work, lane};
  Block::here().warp(reinterpret_cast<std::uint64_t>(&together), lane_request(WarpOperation::together, 0, 32),
                     mask, __builtin_return_address(0));
}

GRIDMARK_VISIBLE void gridmark_wait_until(bool (*holds)(void*), void* context) {
  Block::here().wait_until(holds, context, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void gridmark_meet_threads(unsigned first, unsigned count, Contribution* mine) {
  Block::here().meet_threads(first, count, mine, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void gridmark_threads_ordered() {
  if (observer) observer->threads_ordered();
}
}

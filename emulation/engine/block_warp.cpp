// Warp primitives.
#include <cstdio>
#include <cstring>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/source_place.h"
#include "gridmark/warp_together.h"

namespace gridmark::emulation {
namespace {

/// What a lane brings to a warp's joint work.
struct Together {
  const WarpWork* work;
  void* lane;
};

[[noreturn]] void misuse(const char* kernel, const void* place, const char* what) {
  const SourcePlace at = source_place(place);
  char sentence[400];
  std::snprintf(sentence, sizeof sentence, "%s in kernel %s by block (%u,%u,%u) thread (%u,%u,%u) at %s",
                what, kernel, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
                text_of(at).c_str());
  std::fflush(stdout);
  fault_of_block(sentence, at, error_launch_failure);
}

}  // namespace

// Every way through ends in a jump to what gives the value, so that the common way, the switch to the next
// lane, saves no registers of its own.
inline std::uint64_t Block::warp(std::uint64_t value, std::uint64_t request, unsigned mask,
                                 const void* place) {
  if (__builtin_expect(!turn.fibers, 0)) return first_warp(value, request, mask, place);
  catch_up();
  const unsigned me = turn.thread, lane = me % 32, warp = me / 32, bit = 1u << lane;
  if (__builtin_expect(!(mask & bit), 0)) refuse_mask(place);
  WarpMeeting& meeting = meeting_[warp];
  meeting.value[lane] = value;
  meeting.request[lane] = request;
  meeting.mask[lane] = mask;
  place_[me] = place;
  state_[me] = State::at_warp;
  if (meeting.arrived == 0) {
    meeting.common = request;
    meeting.common_mask = mask;
    meeting.mixed = false;
  } else if (__builtin_expect((request != meeting.common) | (mask != meeting.common_mask), 0)) {
    meeting.mixed = true;
  }
  const unsigned arrived = meeting.arrived |= bit, needed = mask & live_lanes_[warp];
  if ((arrived & needed) == needed) return finish_and_take(warp, needed, &meeting.value[lane]);
#ifndef __SANITIZE_ADDRESS__
  const unsigned next = me + 1;
  if (lane != 31 && next < turn.next && state_[next] == State::ready) {
    continue_as(next);
    return gridmark_switch_fiber(&stack_pointer_[me], stack_pointer_[next], &meeting.value[lane]);
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
  finish_warp(warp, mask);
  stand_aside_if_asked();
  return *value;
}
__attribute__((noinline)) std::uint64_t Block::wait_and_take(unsigned thread, const std::uint64_t* value) {
  wait(thread);
  return *value;
}

void Block::refuse_mask(const void* place) const {
  misuse(kernel(), place, "a lane called a warp primitive with a mask that does not name it");
}

void Block::refuse_grid_barrier(const void* place) const {
  misuse(kernel(), place, "the grid was synchronised, and not launched with cudaLaunchCooperativeKernel,");
}

/// Lanes that have returned are not waited for.
bool Block::complete_warp(unsigned warp, unsigned mask) {
  const unsigned needed = mask & live_lanes_[warp];
  if ((meeting_[warp].arrived & needed) != needed) return false;
  finish_warp(warp, needed);
  return true;
}

void Block::finish_warp(unsigned warp, unsigned mask) {
  WarpMeeting& meeting = meeting_[warp];
  const std::uint64_t request = meeting.request[__builtin_ctz(mask)];
  const WarpOperation operation = operation_of(request);
  if (meeting.mixed) refuse_mixed_operations(warp, mask);
  if (mask == whole_warp)
    std::memset(state_ + warp * 32, static_cast<int>(State::ready), 32);
  else
    for (unsigned rest = mask; rest; rest &= rest - 1)
      state_[warp * 32 + static_cast<unsigned>(__builtin_ctz(rest))] = State::ready;
  if (operation == WarpOperation::together)
    work_together(warp, mask);
  else
    meet(meeting, mask);
  meeting.arrived &= ~mask;
  if (__builtin_expect(observer != nullptr, 0)) tell_observer(warp, mask);
}

void Block::tell_observer(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  if (operation_of(meeting.request[first]) == WarpOperation::sync) observer->warp_barrier(warp, mask);
  unsigned lane = 0, source = 0;
  if (mask == whole_warp || !find_undefined_shuffle(meeting, mask, &lane, &source)) return;
  observer->undefined_shuffle({warp * 32 + lane, source, meeting.mask[lane], place_[warp * 32 + lane]});
}

void Block::refuse_mixed_operations(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  const WarpOperation operation = operation_of(meeting.request[__builtin_ctz(mask)]);
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    if (operation_of(meeting.request[lane]) != operation)
      misuse(kernel(), place_[warp * 32 + lane], "lanes of one warp met in different warp primitives");
  }
}

/// What the lanes brought is on their stacks, which stay as they are while this one works for all.
void Block::work_together(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  void* brought[32] = {};
  const WarpWork* work = nullptr;
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto* mine = reinterpret_cast<const Together*>(meeting.value[lane]);
    const void* place = place_[warp * 32 + lane];
    if (work && mine->work != work)
      misuse(kernel(), place, "lanes of one warp met in different warp operations");
    work = mine->work;
    brought[lane] = mine->lane;
    if (mask == meeting.mask[lane]) continue;
    char what[160];
    std::snprintf(what, sizeof what, "%s without all the lanes it needs (mask %08x, present %08x)",
                  work->name, meeting.mask[lane], mask);
    misuse(kernel(), place, what);
  }
  work->run(brought, mask);
}

unsigned Block::active_mask(std::uint64_t way, const void* place) {
  if (!turn.fibers) upgrade();
  catch_up();
  const unsigned me = turn.thread;
  place_[me] = place;
  WarpMeeting& meeting = meeting_[me / 32];
  meeting.request[me % 32] = way;
  meeting.mask[me % 32] = whole_warp;
  state_[me] = State::at_warp;
  converging_[me / 32] |= 1u << me % 32;
  ++converging_lanes_;
  wait(me);
  return static_cast<unsigned>(meeting.value[me % 32]);
}

/// No lane of the warp can run: those that stand at the same call are the ones that came along together.
void Block::resolve_active_masks(unsigned warp) {
  WarpMeeting& meeting = meeting_[warp];
  unsigned left = converging_[warp];
  converging_lanes_ -= static_cast<unsigned>(__builtin_popcount(left));
  converging_[warp] = 0;
  while (left) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(left));
    unsigned together = 0;
    for (unsigned rest = left; rest; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
      if (place_[warp * 32 + lane] == place_[warp * 32 + first] &&
          meeting.request[lane] == meeting.request[first])
        together |= 1u << lane;
    }
    for (unsigned rest = together; rest; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
      meeting.value[lane] = together;
      state_[warp * 32 + lane] = State::ready;
    }
    left &= ~together;
  }
}

}  // namespace gridmark::emulation

using gridmark::emulation::Block;

extern "C" {
std::uint64_t gridmark_warp(std::uint64_t value, std::uint64_t request, unsigned mask) {
  return Block::here().warp(value, request, mask, __builtin_return_address(0));
}
unsigned gridmark_active_mask(int call, const void* caller) {
  Block& block = Block::here();
  const auto depth = static_cast<std::uint64_t>(block.stack_depth(__builtin_frame_address(0)));
  const std::uint64_t way =
      reinterpret_cast<std::uint64_t>(caller) ^ depth << 48 ^ static_cast<std::uint64_t>(call) << 32;
  return block.active_mask(way, __builtin_return_address(0));
}
void gridmark_warp_together(unsigned mask, void* lane, const gridmark::emulation::WarpWork* work) {
  using namespace gridmark::emulation;
  const Together together{work, lane};
  Block::here().warp(reinterpret_cast<std::uint64_t>(&together), lane_request(WarpOperation::together, 0, 32),
                     mask, __builtin_return_address(0));
}
}

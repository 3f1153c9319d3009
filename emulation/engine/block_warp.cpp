// Warp primitives.
#include <cstdio>

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

// As with the barrier, the common way through calls nothing but the switch.
inline std::uint64_t Block::warp(const Lane& lane, const void* place) {
  if (__builtin_expect(!turn.fibers, 0)) upgrade();
  const unsigned me = turn.thread, warp = me / 32, bit = 1u << me % 32;
  if (__builtin_expect(!(lane.mask & bit), 0)) refuse_mask(place);
  lane_[me] = lane;
  place_[me] = place;
  state_[me] = State::at_warp;
  const unsigned arrived = arrived_[warp] |= bit, needed = lane.mask & live_lanes_[warp];
  if ((arrived & needed) == needed) {
    finish_warp(warp, needed);
    return lane_[me].value;
  }
#ifndef __SANITIZE_ADDRESS__
  const unsigned next = me + 1;
  if (me % 32 != 31 && next < turn.next && state_[next] == State::ready) {
    identity_[me].stack = stack_;
    continue_as(next);
    gridmark_switch_fiber(&stack_pointer_[me], stack_pointer_[next]);
    return lane_[me].value;
  }
#endif
  wait(me);
  return lane_[me].value;
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
  if ((arrived_[warp] & needed) != needed) return false;
  finish_warp(warp, needed);
  return true;
}

void Block::finish_warp(unsigned warp, unsigned mask) {
  Lane* lanes = lane_ + warp * 32;
  const WarpOperation operation = lanes[__builtin_ctz(mask)].operation;
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest)), thread = warp * 32 + lane;
    if (lanes[lane].operation != operation)
      misuse(kernel(), place_[thread], "lanes of one warp met in different warp primitives");
    state_[thread] = State::ready;
  }
  if (operation == WarpOperation::together)
    work_together(warp, mask);
  else
    meet(lanes, mask);
  arrived_[warp] &= ~mask;
  if (observer && operation == WarpOperation::sync) observer->warp_barrier(warp, mask);
}

/// What the lanes brought is on their stacks, which stay as they are while this one works for all.
void Block::work_together(unsigned warp, unsigned mask) const {
  const Lane* lanes = lane_ + warp * 32;
  void* brought[32] = {};
  const WarpWork* work = nullptr;
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto* mine = reinterpret_cast<const Together*>(lanes[lane].value);
    const void* place = place_[warp * 32 + lane];
    if (work && mine->work != work)
      misuse(kernel(), place, "lanes of one warp met in different warp operations");
    work = mine->work;
    brought[lane] = mine->lane;
    if (mask == lanes[lane].mask) continue;
    char what[160];
    std::snprintf(what, sizeof what, "%s without all the lanes it needs (mask %08x, present %08x)",
                  work->name, lanes[lane].mask, mask);
    misuse(kernel(), place, what);
  }
  work->run(brought, mask);
}

std::uint64_t Block::active_mask(int call, const void* place) {
  if (!turn.fibers) upgrade();
  const unsigned me = turn.thread;
  place_[me] = place;
  lane_[me].parameter = call;
  state_[me] = State::at_warp;
  converging_[me / 32] |= 1u << me % 32;
  ++converging_lanes_;
  wait(me);
  return lane_[me].value;
}

/// No lane of the warp can run: those that stand at the same call are the ones that came along together.
void Block::resolve_active_masks(unsigned warp) {
  unsigned left = converging_[warp];
  converging_lanes_ -= static_cast<unsigned>(__builtin_popcount(left));
  converging_[warp] = 0;
  while (left) {
    const unsigned first = warp * 32 + static_cast<unsigned>(__builtin_ctz(left));
    unsigned together = 0;
    for (unsigned rest = left; rest; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest)), thread = warp * 32 + lane;
      if (place_[thread] == place_[first] && lane_[thread].parameter == lane_[first].parameter)
        together |= 1u << lane;
    }
    for (unsigned rest = together; rest; rest &= rest - 1) {
      const unsigned thread = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
      lane_[thread].value = together;
      state_[thread] = State::ready;
    }
    left &= ~together;
  }
}

}  // namespace gridmark::emulation

extern "C" std::uint64_t gridmark_warp(gridmark::emulation::WarpOperation operation, unsigned mask,
                                       std::uint64_t value, int parameter, int width) {
  using namespace gridmark::emulation;
  const void* place = __builtin_return_address(0);
  if (operation == WarpOperation::active_mask) return Block::here().active_mask(parameter, place);
  return Block::here().warp({value, parameter, mask, static_cast<std::uint8_t>(width), operation}, place);
}

extern "C" void gridmark_warp_together(unsigned mask, void* lane, const gridmark::emulation::WarpWork* work) {
  using namespace gridmark::emulation;
  Together together{work, lane};
  Block::here().warp({reinterpret_cast<std::uint64_t>(&together), 0, mask, 32, WarpOperation::together},
                     __builtin_return_address(0));
}

#pragma once
// Sets of lanes of one warp, and operations that all kinds of groups share.
#include <stdint.h>

#include <type_traits>

#include "gridmark/cooperative/contribution.h"
#include "gridmark/warp.h"

extern "C" {
/// Waits for `holds(context)`: the scheduler asks when no other thread of the block can run.
void gridmark_wait_until(bool (*holds)(void*), void* context);
/// The `count` threads (64, 128 ... 1024) from `first` on meet. `mine` can be null if this thread brings
/// nothing.
void gridmark_meet_threads(unsigned first, unsigned count, gridmark::emulation::Contribution* mine);
/// Informs the counters that the block's threads ordered their accesses without a barrier of the block.
void gridmark_threads_ordered(void);
void gridmark_grid_barrier(void);
int gridmark_grid_is_cooperative(void);
}

namespace gridmark::emulation {

GRIDMARK_INTRINSIC unsigned linear_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
GRIDMARK_INTRINSIC unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
GRIDMARK_INTRINSIC unsigned lane_index() { return linear_thread() & 31; }
GRIDMARK_INTRINSIC unsigned lanes_below(unsigned lane) { return (1u << lane) - 1; }
GRIDMARK_INTRINSIC unsigned population(unsigned mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}

/// The lane of rank `rank` among those of `mask`, 32 if there is none.
GRIDMARK_INTRINSIC unsigned lane_of_rank(unsigned mask, unsigned rank) {
  for (; rank > 0 && mask; --rank) mask &= mask - 1;
  return mask ? static_cast<unsigned>(__builtin_ctz(mask)) : 32;
}
/// Bits of `lanes` packed in the order of the lanes of `mask`: bit k stands for rank k.
GRIDMARK_INTRINSIC unsigned pack_lanes(unsigned mask, unsigned lanes) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask; mask &= mask - 1, ++rank)
    packed |= (lanes >> __builtin_ctz(mask) & 1) << rank;
  return packed;
}

/// Meeting place of threads: lanes of one warp, or `wide_count` threads of the block from `wide_first` on.
struct MeetingPlace {
  unsigned mask;
  unsigned wide_first, wide_count;  ///< 0: lanes
};

GRIDMARK_INTRINSIC void meet_at(const MeetingPlace& place, Contribution* mine) {
  if (place.wide_count)
    gridmark_meet_threads(place.wide_first, place.wide_count, mine);
  else
    meet_lanes(WarpOperation::collective, place.mask, reinterpret_cast<uintptr_t>(mine), 0, 32);
  GRIDMARK_STAY_A_CALL;
}

/// A value that another thread of the meeting takes.
template <class T>
struct Exchange : Contribution {
  T value, taken;
  unsigned source;  ///< place among the meeting's slots

  Exchange(const T& brought, unsigned from) : value(brought), taken(brought), source(from) {
    combine = [](Contribution* const* all, unsigned slots) {
      for (unsigned slot = 0; slot < slots; ++slot) {
        auto* mine = static_cast<Exchange*>(all[slot]);
        if (mine && mine->source < slots && all[mine->source])
          mine->taken = static_cast<const Exchange*>(all[mine->source])->value;
      }
    };
  }
};

template <class T>
using IsRegister = std::integral_constant<bool, std::is_trivially_copyable<T>::value && (sizeof(T) <= 8)>;

template <class T, std::enable_if_t<IsRegister<T>::value, int> = 0>
GRIDMARK_INTRINSIC T take_from_lane(unsigned mask, const T& value, unsigned lane) {
  return shuffle(WarpOperation::shuffle, mask, value, static_cast<int>(lane), 32);
}
template <class T, std::enable_if_t<!IsRegister<T>::value, int> = 0>
GRIDMARK_INTRINSIC T take_from_lane(unsigned mask, const T& value, unsigned lane) {
  static_assert(std::is_trivially_copyable<T>::value, "groups move trivially copyable types");
  Exchange<T> mine(value, lane);
  meet_at({mask, 0, 0}, &mine);
  return mine.taken;
}

/// A shuffle within neighbours. `how` and `parameter` are as in __shfl_sync and its relatives, `width` is the
/// number of neighbours, `from` the lane of the warp that the value comes from.
template <class T, std::enable_if_t<IsRegister<T>::value, int> = 0>
GRIDMARK_INTRINSIC T take_from_neighbour(WarpOperation how, unsigned mask, const T& value, unsigned parameter,
                                         int width, unsigned) {
  return shuffle(how, mask, value, static_cast<int>(parameter), width);
}
template <class T, std::enable_if_t<!IsRegister<T>::value, int> = 0>
GRIDMARK_INTRINSIC T take_from_neighbour(WarpOperation, unsigned mask, const T& value, unsigned, int,
                                         unsigned from) {
  return take_from_lane(mask, value, from);
}

template <class T>
using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

}  // namespace gridmark::emulation

#pragma once
// What each lane gets when the lanes of a mask have met in a warp primitive. Pure.
#include <cstdint>

#include "gridmark/warp.h"

namespace gridmark::emulation {

/// Lanes of one warp on their way to a meeting.
struct alignas(64) WarpMeeting {
  /// All lanes that wait now, with this one.
  unsigned arrive(unsigned lane, std::uint64_t brought, std::uint64_t asked, unsigned with) {
    value[lane] = brought;
    request[lane] = asked;
    mask[lane] = with;
    if (arrived == 0) {
      common = asked;
      common_mask = with;
      mixed = false;
    } else if (__builtin_expect((asked != common) | (with != common_mask), 0)) {
      mixed = true;
    }
    return arrived |= 1u << lane;
  }

  std::uint64_t value[32];    ///< what a lane brought; then what it takes away
  std::uint64_t request[32];  ///< see lane_request
  unsigned mask[32];
  unsigned arrived;      ///< lanes waiting
  unsigned common_mask;  ///< of the first that came
  std::uint64_t common;  ///< request of the first that came
  bool mixed;            ///< not all that came since ask for the same
};

/// What a shuffle reads from a lane that is not in the mask. CUDA leaves it undefined; published reductions
/// add it up and come out right on hardware, so it must do no harm.
constexpr std::uint64_t undefined_lane_value = 0;

constexpr WarpOperation operation_of(std::uint64_t request) {
  return static_cast<WarpOperation>(request >> 40);
}

/// Gives each lane of `mask` what it takes away; all of them asked for the same operation.
void meet(WarpMeeting& meeting, unsigned mask);

/// True when a lane of `mask` took the value of one that brought none: `*lane` from `*source`. Of a
/// shuffle down only the first lane counts, and only a source that the mask names: the other sums of a
/// reduction go unused, and who names just the lanes that a tail has looks before it adds.
bool find_undefined_shuffle(const WarpMeeting& meeting, unsigned mask, unsigned* lane, unsigned* source);

}  // namespace gridmark::emulation

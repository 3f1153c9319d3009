#pragma once
// The results of the lanes of a mask that have met in a warp primitive. Pure.
#include <cstdint>

#include "gridmark/warp.h"

namespace gridmark::emulation {

/// Lanes of one warp on their way to a meeting.
struct alignas(64) WarpMeeting {
  /// Returns all lanes that wait now, with this one.
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

  std::uint64_t value[32];    ///< the value that a lane brought, and then its result
  std::uint64_t request[32];  ///< see lane_request
  unsigned mask[32];
  unsigned arrived;      ///< lanes waiting
  unsigned common_mask;  ///< of the first that came
  std::uint64_t common;  ///< request of the first that came
  bool mixed;            ///< a later lane asked for something else
};

/// The value that a shuffle reads from a lane outside the mask. CUDA leaves it undefined. Published
/// reductions add it up and come out right on hardware, so it must do no harm.
constexpr std::uint64_t undefined_lane_value = 0;

constexpr WarpOperation operation_of(std::uint64_t request) {
  return static_cast<WarpOperation>(request >> 40);
}

/// Gives each lane of `mask` its result. All of them asked for the same operation.
void meet(WarpMeeting& meeting, unsigned mask);

/// True if a lane of `mask` took the value of a lane that brought none: `*lane` from `*source`. In a shuffle
/// down only the first lane counts, and only a source that the mask names. The other sums of a reduction are
/// not used, and a caller that names just the lanes of a tail checks before it adds.
bool find_undefined_shuffle(const WarpMeeting& meeting, unsigned mask, unsigned* lane, unsigned* source);

}  // namespace gridmark::emulation

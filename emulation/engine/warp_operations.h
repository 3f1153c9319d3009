#pragma once
// What each lane gets when the lanes of a mask have met in a warp primitive. Pure.
#include <cstdint>

#include "gridmark/warp.h"

namespace gridmark::emulation {

/// What a lane brought to the meeting; `value` becomes what it takes away.
struct Lane {
  std::uint64_t value;
  int parameter;
  unsigned mask;
  std::uint8_t width;
  WarpOperation operation;
};

/// What a shuffle reads from a lane that is not in the mask: CUDA leaves it undefined, here it is
/// conspicuous.
constexpr std::uint64_t undefined_lane_value = 0xdeadbeefdeadbeef;

/// lanes  those of one warp; all lanes of `mask` brought the same operation
void meet(Lane* lanes, unsigned mask);

}  // namespace gridmark::emulation

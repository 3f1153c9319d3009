#pragma once
// Values that a test draws anew in each run, all from one source.
#include <algorithm>
#include <vector>

#include "labkit/inputs/inputs.h"

namespace gridmark::inputs {

inline Inputs& any_inputs() {
  static Inputs inputs;
  return inputs;
}

inline std::vector<float> any_values(std::size_t count, float low = -1, float high = 1) {
  return any_inputs().uniform(count, low, high);
}

/// An integer in [low, high].
inline int any_between(int low, int high) {
  const float drawn = any_inputs().uniform(1, 0, 1).front();
  return std::min(high, low + static_cast<int>(drawn * static_cast<float>(high - low + 1)));
}

}  // namespace gridmark::inputs

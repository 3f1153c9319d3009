#pragma once
// How the next token is chosen.
#include <cstdint>
#include <span>

#include "labkit/tensor/random.h"

/// For one request.
struct Sampling {
  float temperature = 0;   ///< 0: the most probable token, whatever the random number
  int top_k = 0;           ///< only the k most probable tokens may be chosen; 0, or more than there are: all
  std::uint64_t seed = 0;  ///< of the random numbers
};

/// The random number in [0, 1) that chooses token `index` = 0, 1, ... of answer `sample` = 0, 1, ... to a request. So an
/// answer is the same whenever it is computed, and beside whichever others.
inline double random_number(std::uint64_t seed, int sample, int index) {
  const auto bits = gridmark::tensor::philox(
      {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(sample), 0, 0},
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return bits[0] * 0x1p-32;
}

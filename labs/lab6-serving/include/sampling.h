#pragma once
// Settings for the choice of the next token.
#include <cstdint>
#include <span>

#include "labkit/tensor/random.h"

/// Settings of one request.
struct Sampling {
  float temperature = 0;   ///< 0: the most probable token, for any random number
  int top_k = 0;           ///< choose only among the k most probable tokens. 0, or more than there are: all
  std::uint64_t seed = 0;  ///< for the random numbers
};

/// The random number in [0, 1) for token `index` = 0, 1, ... of answer `sample` = 0, 1, ... to a request. An answer is
/// therefore the same whenever it is computed, and whichever other answers are computed with it.
inline double random_number(std::uint64_t seed, int sample, int index) {
  const auto bits = gridmark::tensor::philox(
      {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(sample), 0, 0},
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  return bits[0] * 0x1p-32;
}

#include "labkit/tensor/random.h"

#include <cmath>

#include "labkit/tensor/philox.h"

namespace gridmark::tensor {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  const PhiloxWords four = philox_words({{counter[0], counter[1], counter[2], counter[3]}}, key[0], key[1]);
  return {four.word[0], four.word[1], four.word[2], four.word[3]};
}

std::uint32_t Generator::bits() {
  const std::uint64_t at = position_++;
  return four_numbers(seed_, at / 4).word[at % 4];
}

float Generator::uniform() { return unit_interval(bits()); }

float Generator::normal() {
  constexpr double full_turn = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log((bits() + 1.0) * 0x1p-32));
  return static_cast<float>(radius * std::cos(full_turn * (bits() * 0x1p-32)));
}

std::uint64_t Generator::reserve(std::uint64_t count) {
  const std::uint64_t start = (position_ + 3) / 4 * 4;
  position_ = start + count;
  return start;
}

}  // namespace gridmark::tensor

#include "labkit/tensor/random.h"

#include <cmath>

namespace gridmark::tensor {
namespace {

/// The upper and lower half of a 64-bit product.
std::uint32_t high(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    counter = {high(multiplier1, counter[2]) ^ counter[1] ^ key[0], multiplier1 * counter[2],
               high(multiplier0, counter[0]) ^ counter[3] ^ key[1], multiplier0 * counter[0]};
    key = {key[0] + weyl0, key[1] + weyl1};
  }
  return counter;
}

std::uint32_t Generator::bits() {
  const std::uint64_t block = position_ / 4;
  const auto four = philox({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0},
                           {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
  return four[position_++ % 4];
}

float Generator::uniform() { return static_cast<float>(bits() >> 8) * 0x1p-24f; }

float Generator::normal() {
  constexpr double full_turn = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log((bits() + 1.0) * 0x1p-32));
  return static_cast<float>(radius * std::cos(full_turn * (bits() * 0x1p-32)));
}

}  // namespace gridmark::tensor

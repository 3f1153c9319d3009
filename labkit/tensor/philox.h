#pragma once
// Philox 4x32-10 for the host and for kernels: a counter and a key give four numbers.
//
// source  Salmon, Moraes, Dror & Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, SC11
#include <cstdint>

#ifdef __CUDACC__
#define GRIDMARK_ON_BOTH_SIDES __host__ __device__
#else
#define GRIDMARK_ON_BOTH_SIDES
#endif

namespace gridmark::tensor {

struct PhiloxWords {
  std::uint32_t word[4];
};

/// The upper half of a 64-bit product.
GRIDMARK_ON_BOTH_SIDES inline std::uint32_t upper_half(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32);
}

GRIDMARK_ON_BOTH_SIDES inline PhiloxWords philox_words(PhiloxWords counter, std::uint32_t key0,
                                                       std::uint32_t key1) {
  constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t a = counter.word[0], c = counter.word[2];
    counter = {{upper_half(multiplier1, c) ^ counter.word[1] ^ key0, multiplier1 * c,
                upper_half(multiplier0, a) ^ counter.word[3] ^ key1, multiplier0 * a}};
    key0 += weyl0;
    key1 += weyl1;
  }
  return counter;
}

/// Numbers 4 * block to 4 * block + 3 of Generator(seed).
GRIDMARK_ON_BOTH_SIDES inline PhiloxWords four_numbers(std::uint64_t seed, std::uint64_t block) {
  return philox_words({{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0}},
                      static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

/// In [0, 1), a multiple of 2^-24.
GRIDMARK_ON_BOTH_SIDES inline float unit_interval(std::uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

}  // namespace gridmark::tensor

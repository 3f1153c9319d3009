// Jumps of the linear generators, by powers of their transition matrices.
#include <array>
#include <cstdint>
#include <vector>

#include "gridmark/curand_engines.h"

namespace {

// XORWOW's five words are a vector of 160 bits, and a step is a linear map of it (the sixth word only
// counts).
using Words = std::array<std::uint32_t, 5>;
constexpr int bits = 160;
using BitMatrix = std::array<Words, bits>;  ///< the image of each bit

Words apply(const BitMatrix& matrix, const Words& words) {
  Words result{};
  for (int bit = 0; bit < bits; ++bit)
    if (words[static_cast<std::size_t>(bit / 32)] >> (bit % 32) & 1u)
      for (std::size_t i = 0; i < 5; ++i) result[i] ^= matrix[static_cast<std::size_t>(bit)][i];
  return result;
}

Words step(const Words& v) {
  const std::uint32_t t = v[0] ^ (v[0] >> 2);
  return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

constexpr int subsequence_power = 67;

/// The step's 2^i-th powers, enough for every 64-bit number of subsequences.
std::vector<BitMatrix> xorwow_powers() {
  std::vector<BitMatrix> powers(subsequence_power + 64);
  for (int bit = 0; bit < bits; ++bit) {
    Words unit{};
    unit[static_cast<std::size_t>(bit / 32)] = 1u << (bit % 32);
    powers[0][static_cast<std::size_t>(bit)] = step(unit);
  }
  for (std::size_t i = 1; i < powers.size(); ++i)
    for (std::size_t bit = 0; bit < bits; ++bit) powers[i][bit] = apply(powers[i - 1], powers[i - 1][bit]);
  return powers;
}

// MRG32k3a is two recurrences of three words each, modulo two primes below 2^32.
using Matrix = std::array<std::array<std::uint64_t, 3>, 3>;

Matrix product(const Matrix& a, const Matrix& b, std::uint64_t modulus) {
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        result[i][j] = (result[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return result;
}

constexpr std::size_t mrg_powers = 127 + 64;

/// One of the two recurrences: its matrix's 2^i-th powers.
class Recurrence {
 public:
  Recurrence(const Matrix& step_matrix, std::uint64_t modulus) : modulus_(modulus) {
    powers_.push_back(step_matrix);
    while (powers_.size() < mrg_powers) powers_.push_back(product(powers_.back(), powers_.back(), modulus));
  }
  void jump(unsigned int words[3], unsigned long long count, int power) const {
    for (std::size_t at = static_cast<std::size_t>(power); count != 0; ++at, count >>= 1) {
      if (!(count & 1)) continue;
      const Matrix& matrix = powers_[at];
      std::array<std::uint64_t, 3> moved{};
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          moved[i] = (moved[i] + matrix[i][j] * words[j] % modulus_) % modulus_;
      for (std::size_t i = 0; i < 3; ++i) words[i] = static_cast<unsigned int>(moved[i]);
    }
  }

 private:
  std::uint64_t modulus_;
  std::vector<Matrix> powers_;
};

}  // namespace

extern "C" {

void gridmark_xorwow_jump(unsigned int words[5], unsigned long long count, int subsequences) {
  if (count == 0) return;
  static const std::vector<BitMatrix> powers = xorwow_powers();
  Words moved{words[0], words[1], words[2], words[3], words[4]};
  for (std::size_t i = subsequences ? subsequence_power : 0; count != 0; ++i, count >>= 1)
    if (count & 1) moved = apply(powers[i], moved);
  for (std::size_t i = 0; i < 5; ++i) words[i] = moved[i];
}

void gridmark_mrg32k3a_jump(unsigned int first[3], unsigned int second[3], unsigned long long count,
                            int power) {
  if (count == 0) return;
  using gridmark_curand::mrg_modulus1;
  using gridmark_curand::mrg_modulus2;
  static const Recurrence one({{{0, 1, 0}, {0, 0, 1}, {mrg_modulus1 - 810728, 1403580, 0}}}, mrg_modulus1);
  static const Recurrence other({{{0, 1, 0}, {0, 0, 1}, {mrg_modulus2 - 1370589, 0, 527612}}}, mrg_modulus2);
  one.jump(first, count, power);
  other.jump(second, count, power);
}

}  // extern "C"

#pragma once
// Random numbers that are the same on every machine.
#include <array>
#include <cstdint>

namespace gridmark::tensor {

/// Counts through the Philox 4x32-10 function. Number i depends only on the seed and on i.
///
/// source  Salmon, Moraes, Dror & Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, SC11
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : seed_(seed) {}

  std::uint32_t bits();
  /// Uniform in [0, 1), a multiple of 2^-24.
  float uniform();
  /// Mean 0, variance 1 (Box and Muller's method, which takes two numbers).
  float normal();

  std::uint64_t seed() const { return seed_; }
  /// The number of values drawn so far. Generators with the same seed and position continue identically.
  std::uint64_t position() const { return position_; }
  void set_position(std::uint64_t position) { position_ = position; }
  /// Counts `count` numbers as drawn, for a kernel that computes them itself.
  ///
  /// returns  the position of the first one, a multiple of 4
  std::uint64_t reserve(std::uint64_t count);

 private:
  std::uint64_t seed_;
  std::uint64_t position_ = 0;
};

/// The four numbers that Philox 4x32-10 gives for a counter and a key.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

}  // namespace gridmark::tensor

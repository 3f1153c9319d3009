#pragma once
#include <cmath>
#include <cstdint>

namespace gridmark::data {

/// Random numbers determined by a seed, the same on every machine.
///
/// source  Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014 (SplitMix64)
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  /// In [0, count). The bias is below count / 2^64.
  std::uint64_t below(std::uint64_t count) { return bits() % count; }
  /// Mean 0, variance 1 (Box and Muller's method).
  double normal() {
    constexpr double full_turn = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(full_turn * uniform());
  }

 private:
  std::uint64_t state_;
};

}  // namespace gridmark::data

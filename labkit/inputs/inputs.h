#pragma once
#include <cstdint>
#include <random>
#include <vector>

namespace gridmark::inputs {

/// Random test data. It is new in every checker process, so that no answer can be known beforehand.
/// GRIDMARK_SEED in the environment repeats a run.
class Inputs {
 public:
  explicit Inputs(std::uint64_t seed = fresh_seed()) : random_(seed) {}

  /// `size` values, uniform in [low, high).
  std::vector<float> uniform(std::size_t size, float low, float high);
  static std::vector<float> zeros(std::size_t size) { return std::vector<float>(size, 0.0f); }

  /// Taken from GRIDMARK_SEED, else from the system's random source.
  static std::uint64_t fresh_seed();

 private:
  std::mt19937_64 random_;
};

}  // namespace gridmark::inputs

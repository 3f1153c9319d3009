#include "labkit/inputs/inputs.h"

#include <cstdlib>

namespace gridmark::inputs {

std::vector<float> Inputs::uniform(std::size_t size, float low, float high) {
  // A float in [0, 1) can hold only 24 random bits.
  constexpr float unit = 1.0f / 16777216.0f;
  std::vector<float> values(size);
  for (float& value : values) value = low + (high - low) * (static_cast<float>(random_() >> 40) * unit);
  return values;
}

std::uint64_t Inputs::fresh_seed() {
  if (const char* given = std::getenv("GRIDMARK_SEED")) return std::strtoull(given, nullptr, 10);
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace gridmark::inputs

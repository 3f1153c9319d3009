#pragma once
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

/// A point where the counted flavour stops briefly, so that another process can read its meters.
struct WitnessPoint {
  enum class Kind : std::uint32_t { section_begins, section_is_read, grid_begins, grid_ends };
  Kind kind;
  const void* sites;  ///< counters::Site, the meters of each instruction
  std::size_t site_count;
};

/// Called at each such point. The program continues when it returns.
using WitnessHandler = void (*)(const WitnessPoint& point);
void set_witness_handler(WitnessHandler handler);

}  // namespace gridmark::emulation

#pragma once
#include <array>
#include <cstdint>

#include "emulation/counters/access.h"

namespace gridmark::counters {

constexpr unsigned warp_size = 32;

/// Request of one instruction of one warp: the lanes that take part, in lane order.
struct Request {
  unsigned lanes = 0;                            ///< number of lanes that take part
  unsigned bytes = 0;                            ///< per lane
  std::array<std::uint64_t, warp_size> address;  // left uninitialised, as the next: `lanes` guards them
  std::array<std::uint8_t, warp_size> lane;
};

/// The same if all lanes share one place, or each directly follows the one before.
struct Span {
  std::uint64_t address;  ///< of the first lane
  unsigned bytes;         ///< per lane
  unsigned lanes;
  bool in_a_row;

  std::uint64_t length() const { return in_a_row ? std::uint64_t{lanes} * bytes : bytes; }
};

}  // namespace gridmark::counters

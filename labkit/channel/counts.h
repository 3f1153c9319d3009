#pragma once
// Figures of merit from a reply's meters, with the source line to blame.
#include <cstdint>
#include <string>

#include "labkit/channel/results.h"

namespace gridmark::channel {

/// Sectors moved divided by sectors needed, loads and stores together. 1 is perfect. NaN without traffic.
Measured excess_sector_ratio(std::string name, const Meters& meters);

/// Wavefronts of shared memory beyond those of conflict-free access. 0 is perfect.
Measured bank_conflicts(std::string name, const Meters& meters);

/// Bytes that threads loaded from global and constant memory, including the results of atomic functions. A
/// warp's request for a constant counts one word for each lane.
std::uint64_t loaded_bytes(const Meters& meters);

/// Bytes that threads loaded from global memory and constants, divided by `reference` bytes.
Measured load_bytes_ratio(std::string name, const Meters& meters, double reference);

}  // namespace gridmark::channel

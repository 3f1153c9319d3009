#pragma once
// Figures of merit from a reply's meters, with the source line to blame.
#include <cstdint>
#include <string>

#include "labkit/channel/results.h"

namespace gridmark::channel {

/// Sectors moved over sectors needed, loads and stores together; 1 is perfect. Without traffic: NaN.
Measured excess_sector_ratio(std::string name, const Meters& meters);

/// Wavefronts of shared memory beyond those that conflict-free access takes; 0 is perfect.
Measured bank_conflicts(std::string name, const Meters& meters);

/// Bytes that threads asked to load from global and constant memory, those that atomic functions give back
/// among them; a warp's request for a constant is a word for each lane.
std::uint64_t loaded_bytes(const Meters& meters);

/// Bytes that threads asked to load from global memory, constants included, over `reference` bytes.
Measured load_bytes_ratio(std::string name, const Meters& meters, double reference);

}  // namespace gridmark::channel

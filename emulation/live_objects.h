#pragma once
// Streams, events and library handles that the program has created and not destroyed.
#include <cstdint>
#include <string>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::emulation {

struct LiveObject {
  std::string what;   ///< the call that made it: "cudaEventCreate"
  SourcePlace place;  ///< of this call
};

/// Number of objects created so far: a mark for live_objects_since().
std::uint64_t objects_created();

/// Objects that were created after the mark and are still live, oldest first.
std::vector<LiveObject> live_objects_since(std::uint64_t mark);

}  // namespace gridmark::emulation

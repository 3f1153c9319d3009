#pragma once
// What one call of a student's function did on the emulated device, counted.
#include <cstdint>
#include <string>
#include <vector>

#include "grader/core/measurement.h"

namespace gridmark {

/// Requests of whole warps to global memory.
struct GlobalCounts {
  std::int64_t requests = 0;
  std::int64_t sectors = 0;        ///< of 32 bytes, touched
  std::int64_t ideal_sectors = 0;  ///< that the distinct bytes of each request would fill
  std::int64_t bytes = 0;          ///< asked for by threads, duplicates counted
  friend bool operator==(const GlobalCounts&, const GlobalCounts&) = default;
};

/// Requests of whole warps to shared memory; wavefronts beyond the ideal ones are bank conflicts.
struct SharedCounts {
  std::int64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0;
  std::int64_t conflicts() const { return wavefronts - ideal_wavefronts; }
  friend bool operator==(const SharedCounts&, const SharedCounts&) = default;
};

struct CallCounts {
  std::int64_t launches = 0;
  std::int64_t flops = 0;  ///< additions, multiplications, and two for each fused of both
  GlobalCounts loads, stores;
  SharedCounts shared;
  friend bool operator==(const CallCounts&, const CallCounts&) = default;
};

struct LineCounts {
  Place place;
  std::string kernel;
  GlobalCounts loads, stores;
  SharedCounts shared;
  std::vector<WarpAccess> examples;  ///< its worst request of each kind
  /// Transactions of all kinds: what the line costs.
  std::int64_t cost() const { return loads.sectors + stores.sectors + shared.wavefronts; }
};

struct CallProfile {
  std::string operation;  ///< "matmul_tiled"
  std::string call;       ///< "matmul_tiled(m=256, n=256, k=256)"
  CallCounts counts;
  std::vector<LineCounts> lines;
};

}  // namespace gridmark

#pragma once
#include <utility>

#include "emulation/meters.h"

namespace gridmark::counters {

/// Accesses to local arrays that hooks announce, because the arrays' addresses leave their function. Accesses
/// to the others are in the records of blocks (block_record.h).
class LocalAccesses {
 public:
  void add(unsigned bytes) {
    ++traffic_.accesses;
    traffic_.bytes += bytes;
  }
  /// Since the last call.
  emulation::LocalTraffic take() { return std::exchange(traffic_, {}); }

 private:
  emulation::LocalTraffic traffic_;
};

/// Of the one operating-system thread that runs kernels while they are counted.
inline LocalAccesses local_accesses __attribute__((visibility("hidden")));

}  // namespace gridmark::counters

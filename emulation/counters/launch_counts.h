#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "emulation/counters/block_trace.h"
#include "emulation/counters/site_table.h"
#include "emulation/meters.h"

namespace gridmark::counters {

/// Memory counts of a kernel's sites since the last clear().
emulation::LineTraffic traffic_of(const SiteTable& sites, std::uint16_t kernel);

/// The counts of one launch: a kernel's counts when it ends, minus those when it began.
class LaunchCounts {
 public:
  void clear() { traffic_.clear(); }
  void begin(const emulation::KernelCounts& kernel) {
    before_ = {kernel.caches, kernel.local, kernel.barriers};
  }
  /// `trace` covers the launch alone. `launch` is its shape.
  emulation::KernelCounts end(const emulation::KernelCounts& kernel, const emulation::LaunchRecord& launch,
                              const BlockTrace& trace, const SiteTable& sites, std::uint16_t number);

 private:
  struct Before {
    emulation::CacheTraffic caches;
    emulation::LocalTraffic local;
    std::uint64_t barriers;
  };
  Before before_{};
  std::map<std::uint16_t, emulation::LineTraffic> traffic_;  ///< of each kernel, when it ended last
};

}  // namespace gridmark::counters

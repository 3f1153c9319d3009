#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulation/counters/block_trace.h"
#include "emulation/counters/launch_counts.h"
#include "emulation/engine/observer.h"
#include "emulation/meters.h"

namespace gridmark::counters {

/// Counts of each kernel that the sites of its accesses do not have.
class KernelLedger {
 public:
  /// Number of times that a kernel's launches ran a basic block.
  struct BlockUse {
    std::uint64_t threads = 0, warps = 0;
  };
  using BlockUses = std::map<std::pair<std::uint16_t, const BlockRecord*>, BlockUse>;

  void clear();
  /// `kernel` is its number in the table of sites.
  void begin(std::uint16_t kernel, const std::string& name);
  void end(const emulation::LaunchInfo& launch, std::uint64_t static_shared_bytes, BlockTrace& trace,
           const SiteTable& sites);
  /// Adds accesses of the running launch to local arrays that the records of its blocks lack.
  void add_local(const emulation::LocalTraffic& more);

  emulation::KernelCounts& current() { return kernels_[current_]; }
  /// By number. A kernel that has not run has no launches.
  const std::map<std::uint16_t, emulation::KernelCounts>& kernels() const { return kernels_; }
  const BlockUses& blocks() const { return blocks_; }
  /// Modelled, of the launch that ended last.
  double launch_nanoseconds() const { return launch_nanoseconds_; }

 private:
  const emulation::LaunchRecord& note_shape(const emulation::LaunchInfo& launch,
                                            std::uint64_t static_shared_bytes);

  std::uint16_t current_ = 0;
  std::map<std::uint16_t, emulation::KernelCounts> kernels_;
  BlockUses blocks_;
  LaunchCounts launch_;
  double launch_nanoseconds_ = 0;
};

/// Adds a block's floating-point operations, issues and accesses to local arrays, multiplied by its runs.
void add_block(const BlockRecord& block, const KernelLedger::BlockUse& use, emulation::KernelCounts& to);

}  // namespace gridmark::counters

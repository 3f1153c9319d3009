#pragma once
// Theory of operation
// A kernel's time is modelled from its counts and the shapes in which it was launched. It is never measured,
// and it does not include the launch itself.
//
// 1. Throughput. Each resource of a processor (arithmetic by type, special functions, issue of instructions,
//    the unit of L1 and shared memory, constants) serves the demand of the processor with most blocks. That
//    processor shows the tail of blocks. L2 and DRAM serve all processors together. The slowest resource
//    counts. Idle lanes of a warp use their time like active ones.
// 2. Latency. A block takes at least as long as one of its warps alone: its instructions wait for one
//    another, its requests for memory. Blocks that do not fit on the processors together run in waves, one
//    after the other. So the number of resident blocks limits the throughput: Little's law.
// 3. The longer of the two counts. Barriers are added, unless other resident blocks hide them.
//
// Local arrays use registers while there are enough, and then limit how many warps are resident. Beyond that,
// their accesses are traffic of L1. Arrays of all resident threads that do not fit there use L2 and DRAM too.
// Work without a count is free: integer arithmetic, address computation, the order of instructions.
#include <span>
#include <string_view>

#include "emulation/meters.h"

namespace gridmark::cost {

struct ModelledTime {
  double nanoseconds = 0;
  std::string_view limited_by;  ///< "arithmetic", "shared memory", "latency", ...
};

/// A larger problem than the counted one: the factors for its work and for its blocks.
struct Growth {
  double work = 1, blocks = 1;
};

/// The time of all launches of a kernel. The counts are distributed over its launches by their threads.
///
/// counts   of the counted flavour, where hostile values give a time, too
/// returns  nanoseconds, 0 without launches; `limited_by` of the launches that take most of them
ModelledTime kernel_time(const emulation::KernelCounts& counts, const Growth& growth = {});

/// The time of these kernels, one after the other.
ModelledTime kernel_time(std::span<const emulation::KernelCounts> kernels, const Growth& growth = {});

/// Fraction of the device's peak rate at which it does so many operations in single precision in that time.
double share_of_peak(double operations, double nanoseconds);

}  // namespace gridmark::cost

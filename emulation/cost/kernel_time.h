#pragma once
// Theory of operation
// A kernel's time is modelled from its counts and the shapes in which it was launched. It is never measured,
// and it does not include the launch itself.
//
// 1. Throughput. Each resource of a processor (arithmetic by type, special functions, issue of instructions,
//    the unit of L1 and shared memory, constants) works off the demand of the processor that has most blocks,
//    which is where a tail of blocks shows. L2 and DRAM serve all processors together. The slowest resource
//    counts. Lanes that are idle in a warp take their time all the same.
// 2. Latency. A block takes at least as long as one of its warps would alone: its instructions wait for one
//    another, its requests for memory. Blocks that do not fit on the processors together come in waves, one
//    after the other. So what is resident limits the throughput: Little's law.
// 3. The longer of the two counts. Barriers come on top, as far as other resident blocks do not hide them.
//
// Local arrays are registers while these suffice, and then limit how many warps are resident. Beyond, their
// accesses are traffic of L1, and of L2 and DRAM as far as the arrays of all resident threads are too large.
// What the counts do not have is free: integer arithmetic, address computation, the order of instructions.
#include <span>
#include <string_view>

#include "emulation/meters.h"

namespace gridmark::cost {

struct ModelledTime {
  double nanoseconds = 0;
  std::string_view limited_by;  ///< "arithmetic", "shared memory", "latency", ...
};

/// A larger problem than the one that was counted: so many times its work, on so many times its blocks.
struct Growth {
  double work = 1, blocks = 1;
};

/// The time of all launches of a kernel. Counts are taken to be spread over its launches by their threads.
///
/// counts   of the counted flavour; hostile values give a time, too
/// returns  nanoseconds, 0 without launches; `limited_by` of the launches that take most of them
ModelledTime kernel_time(const emulation::KernelCounts& counts, const Growth& growth = {});

/// One kernel after the other.
ModelledTime kernel_time(std::span<const emulation::KernelCounts> kernels, const Growth& growth = {});

/// At which share of its peak rate the device does so many operations in single precision in that time.
double share_of_peak(double operations, double nanoseconds);

}  // namespace gridmark::cost

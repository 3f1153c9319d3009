#pragma once
// How long the declared device would take for what was counted: a roofline over every resource that has a
// meter. Modelled, never measured: it knows nothing of latencies, registers and the order of instructions.
#include <limits>
#include <string_view>

#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// Peak rates of the declared device (compute capability 8.0, 108 processors at 1.41 GHz), per nanosecond.
struct DeviceRates {
  double single_operations = 19490;  ///< 64 multiply-adds per processor and cycle
  double shared_wavefronts = 152;    ///< one per processor and cycle
  double global_requests = 152;      ///< of warps; one per processor and cycle
  double l1_sectors = 609;           ///< four per processor and cycle
  double l2_sectors = 225;           ///< 5120 bytes per cycle
  double dram_sectors = 48.6;        ///< 1555 bytes per nanosecond
};
inline constexpr DeviceRates device_rates;

struct ModelledTime {
  double nanoseconds = 0;
  std::string_view limited_by;  ///< "arithmetic", "shared memory", ...
  double peak_share = 0;        ///< of the peak rate of single-precision arithmetic
};

/// The time of the resource that takes longest, with every processor busy.
///
/// meters   of the counted flavour
/// useful   operations that the result needs: others take their time and add nothing to the share
/// returns  0 nanoseconds and a share of 0 where nothing was counted
ModelledTime modelled_time(const Meters& meters, double useful = std::numeric_limits<double>::infinity());

}  // namespace gridmark::channel

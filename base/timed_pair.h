#pragma once
// The samples of a paired timing's clock.
#include <vector>

#include "base/enum_names.h"

namespace gridmark::timing {

/// Other activity on the machine while a call ran. Values that a kernel does not report are 0.
struct Disturbance {
  double waited_seconds = 0;   ///< threads of the call were ready and had no processor
  double stalled_seconds = 0;  ///< some thread on the machine waited for a processor (PSI, "some")
  double stolen_seconds = 0;   ///< the host gave this virtual machine's processors to others
  double clock_mhz = 0;        ///< of the fastest processor, or of the GPU's multiprocessors, after the call
  friend bool operator==(const Disturbance&, const Disturbance&) = default;
};

/// One timed call.
struct Timed {
  double cpu_seconds =
      0;  ///< of all processes of the worker, or of the GPU if the paired timing's clock is `device`
  double wall_seconds = 0;  ///< from the bell to the answer
  Disturbance disturbance;
  friend bool operator==(const Timed&, const Timed&) = default;
};

/// The same call to both sides, one directly after the other.
struct Pair {
  Timed reference, student;
  friend bool operator==(const Pair&, const Pair&) = default;
};

/// device: CUDA events around the function, with the device idle before and after
enum class ClockKind { cpu, wall, device };

constexpr auto names(ClockKind) {
  using enum ClockKind;
  return EnumNames<ClockKind, 3>{{{cpu, "cpu"}, {wall, "wall"}, {device, "device"}}};
}

/// All pairs of one process of each side, and the cost of a call without the judged function.
struct ProcessSamples {
  double overhead_seconds = 0;  ///< by the clock of the paired timing
  std::vector<Pair> pairs;
  friend bool operator==(const ProcessSamples&, const ProcessSamples&) = default;
};

inline double seconds_of(const Timed& timed, ClockKind clock) {
  return clock == ClockKind::wall ? timed.wall_seconds : timed.cpu_seconds;
}

}  // namespace gridmark::timing

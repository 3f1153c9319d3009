#pragma once
// The time of a call on each side, from a few pairs. It serves sweeps over sizes. Verdicts need a paired
// timing.
#include <string>

#include "labkit/channel/paired_timing_runner.h"

namespace gridmark::channel {

/// Seconds of one call: medians of a few calls.
struct CallSeconds {
  double function = 0;  ///< the function alone: by CUDA events on a GPU, else its CPU time
  double whole = 0;     ///< with copies and allocations, by the checker's clock
};

struct SideTimes {
  CallSeconds reference = {}, student = {};
  std::string problem = "";  ///< why there are no times, else empty
};

/// Sends a few calls to one fresh process of each side, on the device of options(). Judges every timed
/// output.
///
/// errors  std::runtime_error if the reference fails
SideTimes time_sides(const Asker& ask, const Starter& reference, const Starter& student);

}  // namespace gridmark::channel

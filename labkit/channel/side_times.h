#pragma once
// What a call takes on each side of a few pairs, for a sweep over sizes; a verdict wants a paired timing.
#include <string>

#include "labkit/channel/paired_timing_runner.h"

namespace gridmark::channel {

/// Seconds of one call, the medians of a few.
struct CallSeconds {
  double function = 0;  ///< the function alone: on a GPU by CUDA events, else by its processor time
  double whole = 0;     ///< with copies and allocations, by the checker's clock
};

struct SideTimes {
  CallSeconds reference = {}, student = {};
  std::string problem = "";  ///< why there are no times; empty where there are
};

/// Asks one fresh process of each side a few times, on the device of options(). Every timed output is judged.
///
/// errors  std::runtime_error when the reference fails
SideTimes time_sides(const Asker& ask, const Starter& reference, const Starter& student);

}  // namespace gridmark::channel

#pragma once
#include <vector>

#include "base/timing_verdict.h"
#include "protocol/paired_timing.h"

namespace gridmark::timing {

/// All results of a paired timing.
struct PairedTimingResult : PairedTimingFacts {
  double estimate = 0;             ///< between low and high
  std::vector<double> log_ratios;  ///< of the processes that count

  Interval interval() const { return {low, estimate, high}; }
};

}  // namespace gridmark::timing

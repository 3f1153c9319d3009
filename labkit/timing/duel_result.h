#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/timing_verdict.h"

namespace gridmark::timing {

/// What one of the student's timed calls does to the device, counted.
struct Work {
  double flops = 0;
  double bytes = 0;  ///< in whole sectors of global memory
};

/// Everything that a duel has found. The samples alone are enough to judge it again.
struct DuelResult {
  Interval interval;
  bool settled = false;            ///< about every limit that was asked for
  std::vector<double> log_ratios;  ///< of the processes that count
  std::vector<ProcessSamples> samples;
  int pairs = 0;
  int contaminated_pairs = 0;
  int questions_per_bell = 1;
  ClockKind clock = ClockKind::cpu;
  Plan plan;                 ///< what the interval was computed with
  std::string clock_source;  ///< "cgroup1", GroupClock::source()
  double seconds = 0;        ///< wall time of the duel
  std::optional<Work> work;  ///< where the counted flavour was there to tell
};

}  // namespace gridmark::timing

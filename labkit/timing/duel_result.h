#pragma once
#include <string>
#include <vector>

#include "labkit/timing/verdict.h"

namespace gridmark::timing {

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
  std::string clock_source;  ///< "cgroup1", GroupClock::source()
  double seconds = 0;        ///< wall time of the duel
};

}  // namespace gridmark::timing

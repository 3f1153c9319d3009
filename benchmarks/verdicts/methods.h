#pragma once
#include <optional>
#include <string>
#include <vector>

#include "labkit/timing/paired_timing_result.h"

namespace gridmark::verdicts {

/// One verdict on "at least as fast as the reference".
struct Session {
  Verdict verdict = Verdict::inconclusive;
  double ratio = 0;    ///< reference's time over the student's, as the method measures it
  double seconds = 0;  ///< wall time
  std::optional<timing::PairedTimingResult> paired_timing = {};
};

/// A way to reach a verdict. `student` is the program of the student's worker.
struct Method {
  std::string name;
  Session (*judge)(const std::string& student);
};

/// Single run, minimum of 3, mean of 10 (all by wall clock, one side after the other), and the paired timing.
const std::vector<Method>& methods();

}  // namespace gridmark::verdicts

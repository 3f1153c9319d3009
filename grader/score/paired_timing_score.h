#pragma once
#include <string>

#include "base/verdict.h"
#include "grader/core/measurement.h"
#include "grader/core/rubric.h"

namespace gridmark::score {

/// The points of a paired timing, taken at the low end of its interval, so that chance never gives points
/// away.
struct PairedTimingScore {
  Points points;
  Points at_most;  ///< points at the high end
  Verdict verdict = Verdict::fail;
};

/// pass: all points. inconclusive: the interval spans a limit of the curve, so a quieter run may earn more.
PairedTimingScore score_paired_timing(const PairedTimingFacts& paired_timing, const Curve& curve,
                                      Points worth);

/// The message for an inconclusive paired timing.
std::string inconclusive_reason(const Measurement& seen, const PairedTimingScore& score);

}  // namespace gridmark::score

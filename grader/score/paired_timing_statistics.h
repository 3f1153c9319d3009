#pragma once
// Recomputes the statistics of paired timings from the samples in a record, with the checker's functions.
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::score {

/// Returns `seen` with the interval of every paired timing computed from its samples and settled for the
/// rubric's limits. A paired timing without samples is not changed. If its samples give no interval, it
/// becomes deferred.
CheckerResults with_paired_timings_judged_again(CheckerResults seen, const Rubric& rubric, Device device);

}  // namespace gridmark::score

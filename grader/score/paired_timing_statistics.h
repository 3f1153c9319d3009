#pragma once
// The statistics of paired timings done again from the samples that a record keeps: the same functions as in
// the checker.
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::score {

/// `seen` with the interval of every paired timing computed from its samples and settled for the rubric's
/// limits. A paired timing without samples stays as it is; one whose samples allow no interval becomes
/// deferred.
CheckerResults with_paired_timings_judged_again(CheckerResults seen, const Rubric& rubric, Device device);

}  // namespace gridmark::score

#pragma once
// REPORT.md and results/ -> findings: a function of texts and of the grader's measurements. All texts are
// hostile.
#include "grader/core/submission.h"
#include "grader/written/claims.h"

namespace gridmark::written {

/// A submission without a report meets no requirement, and one finding reports that.
WrittenFindings check(const WrittenPart& wanted, const Submission& submission, const GraderSide& own);

}  // namespace gridmark::written

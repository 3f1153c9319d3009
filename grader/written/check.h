#pragma once
// REPORT.md and results/ -> findings: a function of texts and of what the grader measured. All of it is
// hostile.
#include "grader/core/submission.h"
#include "grader/written/claims.h"

namespace gridmark::written {

/// A submission without a report has nothing met, and one finding that says so.
WrittenFindings check(const WrittenPart& wanted, const Submission& submission, const GraderSide& own);

}  // namespace gridmark::written

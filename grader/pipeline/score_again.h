#pragma once
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// What the checker found, as the record keeps it.
CheckerResults results_of(const GradeRecord& record);

/// `record` scored by `rubric` from `seen`; nothing is compiled and nothing runs. Items that the run left out
/// stay left out.
///
/// errors  those of score(): the rubric asks for what the run did not measure
Result<GradeRecord> score_again(const GradeRecord& record, const Rubric& rubric, const CheckerResults& seen);

}  // namespace gridmark::pipeline

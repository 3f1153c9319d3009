#pragma once
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// The checker's results, as the record keeps them.
CheckerResults results_of(const GradeRecord& record);

/// `record` scored by `rubric` from `seen`. Nothing is compiled and nothing runs. Items that the run left out
/// stay left out.
///
/// errors  those of score(): the rubric needs a value that the run did not measure
Result<GradeRecord> score_again(const GradeRecord& record, const Rubric& rubric, const CheckerResults& seen);

}  // namespace gridmark::pipeline

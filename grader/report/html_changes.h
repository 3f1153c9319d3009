#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// What is better and what is worse than in an earlier grade of the same lab; null without one.
Data changes_data(const GradeRecord& record, const GradeRecord* previous);

}  // namespace gridmark::report::html

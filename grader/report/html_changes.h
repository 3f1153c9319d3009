#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The items that became better or worse since an earlier grade of the same lab. Null without an earlier
/// grade.
Data changes_data(const GradeRecord& record, const GradeRecord* previous);

}  // namespace gridmark::report::html

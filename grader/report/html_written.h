#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// What was found in REPORT.md, and each claim beside the grader's own value; null where the lab asks for no
/// report.
Data written_data(const GradeRecord& record);

}  // namespace gridmark::report::html

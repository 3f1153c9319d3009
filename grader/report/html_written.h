#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The results of REPORT.md, with the grader's value next to each claim. Null if the lab needs no report.
Data written_data(const GradeRecord& record);

}  // namespace gridmark::report::html

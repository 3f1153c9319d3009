#pragma once
// Ranks that could not go on, drawn for the page: lanes, messages, and the student's lines at which they
// wait.
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// For ranks.html.
Data ranks_data(const GradeRecord& record, const RankLanes& lanes);

}  // namespace gridmark::report::html

#pragma once
// The picture of ranks that are stuck, for the page: lanes, messages, and the student's lines where they
// wait.
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The data of ranks.html.
Data ranks_data(const GradeRecord& record, const RankLanes& lanes);

}  // namespace gridmark::report::html

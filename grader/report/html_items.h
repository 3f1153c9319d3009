#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"
#include "grader/report/standing.h"

namespace gridmark::report::html {

/// The table of criteria and items. Each item links to its section.
Data criteria_data(const GradeRecord& record);

/// A section per item. Those with lost points are open.
Data items_data(const GradeRecord& record);

/// The first thing to fix. Null if there is nothing to fix.
Data fix_data(const GradeRecord& record);

/// The CSS class of a standing: "good", "part", "bad" or "idle".
std::string_view kind(Standing standing);

/// "benchmark.cu:42" or null.
Data place_data(const std::optional<Place>& place);

}  // namespace gridmark::report::html

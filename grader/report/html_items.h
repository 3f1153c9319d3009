#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"
#include "grader/report/standing.h"

namespace gridmark::report::html {

/// The table of criteria and items; each item leads to its section.
Data criteria_data(const GradeRecord& record);

/// A section per item, those with lost points open.
Data items_data(const GradeRecord& record);

/// What to mend first; null where nothing can be mended.
Data fix_data(const GradeRecord& record);

/// The style's class of a standing: "good", "part", "bad" or "idle".
std::string_view kind(Standing standing);

/// "benchmark.cu:42" or null.
Data place_data(const std::optional<Place>& place);

}  // namespace gridmark::report::html

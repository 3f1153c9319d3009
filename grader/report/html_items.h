#pragma once
#include <string>

#include "grader/core/grade_record.h"
#include "grader/report/standing.h"

namespace gridmark::html {

/// The table of criteria and items; each item leads to its section.
std::string grades_table(const GradeRecord& record);

/// A section per item, those with lost points open.
std::string item_sections(const GradeRecord& record);

/// The style's class of a standing: "good", "part", "bad" or "idle".
std::string_view kind(Standing standing);

/// "<b>benchmark.cu:42</b>: " or "".
std::string place_before(const std::optional<Place>& place);

}  // namespace gridmark::html

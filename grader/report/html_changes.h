#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::html {

/// What is better and what is worse than in an earlier grade of the same lab; "" without one.
std::string changes_section(const GradeRecord& record, const GradeRecord* previous);

}  // namespace gridmark::html

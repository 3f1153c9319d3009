#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::html {

/// What was found in REPORT.md, and each claim beside the grader's own value; empty where the lab asks for no
/// report.
std::string written_section(const GradeRecord& record);

}  // namespace gridmark::html

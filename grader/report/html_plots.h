#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::html {

/// A student's data as a drawing of our own and, below it, a table; empty where there is nothing to draw.
std::string plot_figure(const PlottedData& data);

/// What the checker drew, each with a table; empty where it drew nothing.
std::string plots_section(const GradeRecord& record);

}  // namespace gridmark::html

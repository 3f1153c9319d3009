#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// A student's data as a drawing, and below it a table. Null if there is nothing to draw.
Data plot_data(const PlottedData& data);

/// The checker's plots, each with a table.
Data plots_data(const GradeRecord& record);

}  // namespace gridmark::report::html

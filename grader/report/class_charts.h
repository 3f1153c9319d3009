#pragma once
#include "grader/core/class_statistics.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The number of students in each range of points, for the bars of distribution.html.
Data distribution(const LabStatistics& statistics, Points most);

/// A bar for each item of the rubric: full points, part, none, open.
Data item_bars(const LabStatistics& statistics);

}  // namespace gridmark::report::html

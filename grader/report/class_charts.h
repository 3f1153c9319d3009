#pragma once
#include "grader/core/class_statistics.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// How many students reached which share of the points, for the bars of distribution.html.
Data distribution(const LabStatistics& statistics, Points most);

/// Each item of the rubric with a bar: full, part and no points, open.
Data item_bars(const LabStatistics& statistics);

}  // namespace gridmark::report::html

#pragma once
#include <string>

#include "grader/core/class_statistics.h"

namespace gridmark::html {

/// How many students reached which share of the points: bars, and their numbers in a table below.
std::string distribution(const LabStatistics& statistics, Points most);

/// Each line of the rubric with a bar: full, part and no points, open.
std::string item_bars(const LabStatistics& statistics);

/// What these drawings need beside style().
std::string_view chart_style();

}  // namespace gridmark::html

#pragma once
#include <string>
#include <utility>
#include <vector>

#include "grader/core/curve.h"
#include "grader/core/points.h"

namespace gridmark::report {

/// Values in words and the points that they earn: {"1.05 or less", 3}, {"up to 2", 1.5}, {"more", 0}. Between
/// the knots of a straight line, one row for the middle stands for all values.
std::vector<std::pair<std::string, Points>> curve_table(const Curve& curve, const std::string& unit,
                                                        Points worth);

}  // namespace gridmark::report

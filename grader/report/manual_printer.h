#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// The text of manual.csv: a row for each item that a person judges. It has the points given so far. Open
/// items have no points.
std::string print_manual_table(const std::vector<GradeRecord>& records);

/// The number of items of all records that wait for a person's points.
int count_open(const std::vector<GradeRecord>& records);

}  // namespace gridmark::report

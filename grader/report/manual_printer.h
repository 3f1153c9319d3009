#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// manual.csv with a row for each item that a person judges: what was given so far, and the open ones without
/// points.
std::string print_manual_table(const std::vector<GradeRecord>& records);

/// Lines of all records that wait for a person's points.
int count_open(const std::vector<GradeRecord>& records);

}  // namespace gridmark::report

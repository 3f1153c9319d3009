#pragma once
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

/// Every place in the student's sources that a record names, for excerpts. A place may come more than once.
std::vector<Place> places_of(const GradeRecord& record);

}  // namespace gridmark

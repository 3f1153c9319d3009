#pragma once
#include "grader/core/grade_record.h"

namespace gridmark {

/// One race that costs two items and holds up a third, a mistake of its own, and an answer that is wrong in
/// part of its blocks.
GradeRecord one_race();

}  // namespace gridmark

#pragma once
#include "grader/core/grade_record.h"

namespace gridmark {

/// One race that costs two items and delays a third, a separate mistake, and an answer that is wrong in some
/// of its blocks.
GradeRecord one_race();

}  // namespace gridmark

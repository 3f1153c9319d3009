#pragma once
#include "grader/core/grade_record.h"

namespace gridmark {

/// Ranks that wait for each other in a ring, and a rank that died while the others waited for it.
GradeRecord stuck_ranks();

}  // namespace gridmark

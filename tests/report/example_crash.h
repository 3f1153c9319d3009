#pragma once
#include "grader/core/grade_record.h"

namespace gridmark {

/// A save whose data is lost, and a save that returns to the earlier file, with names that a page must
/// escape.
GradeRecord crashed_saves();

}  // namespace gridmark

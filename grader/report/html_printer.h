#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// One file that opens anywhere: style and drawings inside, no script, nothing loaded from elsewhere. Its
/// policy header forbids both, should an escape ever be missed.
///
/// previous  an earlier grade of the same lab, to say what changed; nullptr: none
std::string print_html(const GradeRecord& record, const GradeRecord* previous = nullptr);

}  // namespace gridmark::report

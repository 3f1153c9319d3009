#pragma once
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// One file that opens without a network. Style and drawings are inside. It has no script and loads nothing.
/// Its policy header forbids both, in case an escape was missed.
///
/// previous  an earlier grade of the same lab, to show changes, or nullptr
std::string print_html(const GradeRecord& record, const GradeRecord* previous = nullptr);

}  // namespace gridmark::report

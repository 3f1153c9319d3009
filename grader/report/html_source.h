#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The student's numbered lines around `place`, with that line marked. Null if the record does not have them.
Data own_lines(const GradeRecord& record, const Place& place);

/// The compiler's messages, at most `most` lines. gcc's and clang's keywords decide the kind of each line.
Data compiler_lines(std::string_view messages, std::size_t most);

}  // namespace gridmark::report::html

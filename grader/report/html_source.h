#pragma once
#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// The student's lines around `place`, numbered, its own marked; null where the record has none.
Data own_lines(const GradeRecord& record, const Place& place);

/// What a compiler said, at most `most` lines, each with its kind by the words that gcc and clang use.
Data compiler_lines(std::string_view messages, std::size_t most);

}  // namespace gridmark::report::html

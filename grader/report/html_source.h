#pragma once
#include <optional>
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::html {

/// The student's lines around `place`, numbered, its own marked; "" where the record has none.
std::string own_lines(const GradeRecord& record, const std::optional<Place>& place);

/// What a compiler said, at most `most` lines, errors and warnings coloured by the words that gcc and clang
/// use for them.
std::string compiler_words(std::string_view messages, std::size_t most);

}  // namespace gridmark::html

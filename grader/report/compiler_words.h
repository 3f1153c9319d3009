#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// The builds whose compiler messages are shown: the failed ones, or those with warnings if none failed. A
/// build that adds no new line is left out, because both flavours usually get the same messages.
std::vector<const BuildRecord*> builds_with_words(const std::vector<BuildRecord>& builds);

/// "What the compiler says", "What the compiler warns of", "Not allowed"
std::string heading_of_words(const BuildRecord& build);

}  // namespace gridmark::report

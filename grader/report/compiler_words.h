#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// The builds whose compiler's words are to be shown: those that failed, or else those with warnings. A build
/// that has nothing to add to one before it is left out, as both flavours are told the same as a rule.
std::vector<const BuildRecord*> builds_with_words(const std::vector<BuildRecord>& builds);

/// "What the compiler says", "What the compiler warns of", "Not allowed"
std::string heading_of_words(const BuildRecord& build);

}  // namespace gridmark::report

#pragma once
#include <string>

#include "grader/core/root_cause.h"

namespace gridmark::report {

/// "2 points are lost here, and 4 more wait for it"
std::string cost_words(const RootCause& cause);

/// What to mend: the cause where it is known, else the reason.
std::string cause_words(const ItemScore& item);

/// How it showed: what the reason has in front of the cause; "" where that is nothing.
std::string evidence_words(const ItemScore& item);

}  // namespace gridmark::report

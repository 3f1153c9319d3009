#pragma once
#include <string>

#include "grader/core/root_cause.h"

namespace gridmark::report {

/// "2 points are lost here, and 4 more wait for it"
std::string cost_words(const RootCause& cause);

/// The next thing to fix: the cause if it is known, else the reason.
std::string cause_words(const ItemScore& item);

/// How the failure showed: the part of the reason before the cause. "" if there is none.
std::string evidence_words(const ItemScore& item);

}  // namespace gridmark::report

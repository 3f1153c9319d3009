#pragma once
#include <string>

#include "grader/ledger/ledger.h"

namespace gridmark::cli {

/// Who works here: `by` where somebody said it, else $USER, else "unknown".
std::string author_of(const std::string& by);

/// This moment, and why.
ledger::Occasion occasion_now(const std::string& reason, const std::string& by = "");

}  // namespace gridmark::cli

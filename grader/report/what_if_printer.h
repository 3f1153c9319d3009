#pragma once
// A class before and after another limit, for a terminal and for programs. Pure.
#include <string>

#include "grader/core/what_if.h"

namespace gridmark::report {

/// Mean, median, passing, the distribution as two rows of bars, and the students whose points change.
std::string print_what_if(const WhatIf& what);

/// gridmark/what-if/v1, with all students.
std::string print_what_if_json(const WhatIf& what);

}  // namespace gridmark::report

#pragma once
#include <string>
#include <vector>

#include "grader/core/call_profile.h"

namespace gridmark::report {

/// The text of a labs/NAME/reference.json. Lines are left out: they would show how a solution is built.
std::string print_reference(const std::vector<CallProfile>& calls);

/// The same with lines, for programs.
std::string print_call_profiles(const std::vector<CallProfile>& calls);

}  // namespace gridmark::report

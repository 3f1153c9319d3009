#pragma once
#include <string>
#include <vector>

#include "grader/core/call_profile.h"

namespace gridmark::report {

/// The text of a labs/NAME/reference.json. Source lines are left out, because they show how a solution is
/// built.
std::string print_reference(const std::vector<CallProfile>& calls);

/// The same with source lines, for programs.
std::string print_call_profiles(const std::vector<CallProfile>& calls);

}  // namespace gridmark::report

#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// The output of a checker's --profile: JSON Lines, one call in each.
///
/// errors  checker: a line that is not a call
Result<std::vector<CallProfile>> load_call_profiles(std::string_view text);

/// The reference solution's calls, stored with a lab as labs/NAME/reference.json, without their lines.
///
/// errors  lab: not JSON, unknown keys and values (`where` names the file)
Result<std::vector<CallProfile>> load_reference(std::string_view text, const std::string& where);

}  // namespace gridmark::load

#pragma once
// The calls that a checker profiled, read from files.
#include <filesystem>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/error.h"

namespace gridmark::measure {

/// The calls that a checker's --profile wrote, at most 256 MiB. Empty without a file, because then no call
/// was answered.
Result<std::vector<CallProfile>> read_call_profiles(const std::filesystem::path& file);

/// The reference solution's calls of a lab, at most 16 MiB. Empty if the lab has none.
Result<std::vector<CallProfile>> read_reference(const std::filesystem::path& file);

}  // namespace gridmark::measure

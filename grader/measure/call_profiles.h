#pragma once
// The calls that a checker profiled, read from files.
#include <filesystem>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/error.h"

namespace gridmark::measure {

/// What a checker's --profile wrote, at most 256 MiB; no calls where there is no file, since none was
/// answered.
Result<std::vector<CallProfile>> read_call_profiles(const std::filesystem::path& file);

/// The reference solution's calls of a lab, at most 16 MiB; none where the lab keeps none.
Result<std::vector<CallProfile>> read_reference(const std::filesystem::path& file);

}  // namespace gridmark::measure

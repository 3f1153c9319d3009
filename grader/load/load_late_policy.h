#pragma once
// late-policy.json -> deadlines and the cost of lateness (docs/formats/late-policy.schema.json).
#include <filesystem>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/late_policy.h"

namespace gridmark::load {

/// labs    names of the course's labs
/// errors  usage, the faults of all labs and extensions: not JSON, an unknown key or lab ("did you mean"), a
///         time without zone, a close before the deadline
Result<LatePolicy> parse_late_policy(std::string_view text, const std::string& where,
                                     const std::vector<std::string>& labs);

Result<LatePolicy> load_late_policy(const std::filesystem::path& path, const std::vector<std::string>& labs);

}  // namespace gridmark::load

#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Names of files that differ between `since` and HEAD, or nothing where git cannot tell.
///
/// The repository may be a student's, configuration included: git compares names and ids there, fetches
/// nothing and starts no program.
std::optional<std::vector<std::string>> changed_files(const std::filesystem::path& repository,
                                                      const std::string& since, const system::StopFlag& stop);

}  // namespace gridmark::schedule

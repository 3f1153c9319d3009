#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Names of files that differ between `since` and HEAD, or nothing if git cannot find out.
///
/// The repository and its configuration can be a student's. So git only compares names and ids there. It
/// fetches nothing and starts no program.
std::optional<std::vector<std::string>> changed_files(const std::filesystem::path& repository,
                                                      const std::string& since, const system::StopFlag& stop);

}  // namespace gridmark::schedule

#pragma once
// The settings of the grader's git. They contain nothing of the user, the machine or the student.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::schedule {

/// The text of git's only configuration file.
std::string_view git_configuration();

/// The complete environment as NAME=VALUE. `config` is that file. Only the variables that ssh and proxies
/// need come from the caller.
std::vector<std::string> git_environment(const std::filesystem::path& config);

/// The same for a git that only reads local files. It allows no protocol, even if a repository's
/// configuration allows one and asks git to fetch.
std::vector<std::string> offline_git_environment(const std::filesystem::path& config);

}  // namespace gridmark::schedule

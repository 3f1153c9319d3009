#pragma once
// What the grader's git knows: nothing of the user's, the machine's or the student's.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::schedule {

/// Text of the one configuration file that it reads.
std::string_view git_configuration();

/// NAME=VALUE, all of them. `config` is that file. Of the caller's own only what ssh and proxies need comes
/// along.
std::vector<std::string> git_environment(const std::filesystem::path& config);

/// The same for a git that only reads what lies here: no protocol is allowed, whatever a repository's own
/// configuration allows and asks it to fetch.
std::vector<std::string> offline_git_environment(const std::filesystem::path& config);

}  // namespace gridmark::schedule

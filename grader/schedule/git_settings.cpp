#include "grader/schedule/git_settings.h"

#include <fmt/format.h>

#include <cstdlib>

namespace gridmark::schedule {
namespace {

// protocol.allow allows the protocols that a roster can use, and none that starts a program from the URL
// ("ext::"). safe.directory lets git read repositories of other users. This is dangerous only if git works in
// them.
constexpr const char* configuration =
    R"(# Written by gridmark batch; the only configuration that its git reads.
[core]
	hooksPath = /dev/null
	fsmonitor = false
	symlinks = false
	attributesFile = /dev/null
	askPass = /bin/false
[safe]
	directory = *
[protocol]
	allow = never
[protocol "file"]
	allow = always
[protocol "https"]
	allow = always
[protocol "http"]
	allow = always
[protocol "ssh"]
	allow = always
[protocol "git"]
	allow = always
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[gc]
	auto = 0
[maintenance]
	auto = false
[advice]
	detachedHead = false
)";

}  // namespace

std::string_view git_configuration() { return configuration; }

std::vector<std::string> git_environment(const std::filesystem::path& config) {
  std::vector<std::string> variables{"PATH=/usr/bin:/bin",
                                     "LANG=C",
                                     "LC_ALL=C",
                                     "GIT_CONFIG_NOSYSTEM=1",
                                     "GIT_CONFIG_GLOBAL=" + config.string(),
                                     "GIT_ATTR_NOSYSTEM=1",
                                     "GIT_TERMINAL_PROMPT=0",
                                     "GIT_NO_LAZY_FETCH=1",
                                     "GIT_NO_REPLACE_OBJECTS=1",
                                     "GIT_LFS_SKIP_SMUDGE=1",
                                     "GIT_OPTIONAL_LOCKS=0",
                                     "GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=20"};
  for (const char* name : {"HOME", "USER", "SSH_AUTH_SOCK", "https_proxy", "http_proxy", "no_proxy"})
    if (const char* value = std::getenv(name)) variables.push_back(fmt::format("{}={}", name, value));
  return variables;
}

std::vector<std::string> offline_git_environment(const std::filesystem::path& config) {
  std::vector<std::string> variables = git_environment(config);
  variables.emplace_back(
      "GIT_ALLOW_PROTOCOL=");  // overrides the settings of a repository, unlike protocol.allow
  return variables;
}

}  // namespace gridmark::schedule

#include "grader/schedule/git_changes.h"

#include <algorithm>

#include "grader/schedule/git_settings.h"
#include "grader/system/files.h"
#include "grader/system/process.h"
#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

/// Uses diff-tree, because diff obeys the repository's settings for people. Renames are not searched. They
/// need contents, and a repository could make git fetch these in any way. diff-tree still reads the index,
/// for which git would start the program in core.fsmonitor, so that is off.
Result<system::ProcessResult> differences(const std::filesystem::path& repository, const std::string& since,
                                          const system::StopFlag& stop) {
  const auto own = TRY(system::TempFolder::make());
  const auto config = own.path() / "git.config";
  TRY(system::write_file_atomically(config, git_configuration()));
  system::ProcessRequest git;
  git.arguments = {"/usr/bin/git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
  for (const char* word :
       {"diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--name-only", "-z"})
    git.arguments.emplace_back(word);
  git.arguments.insert(git.arguments.end(), {since, "HEAD", "--"});
  git.folder = repository;
  git.environment = offline_git_environment(config);
  return system::run_process(git, stop).and_then(
      [&](system::ProcessResult ran) -> Result<system::ProcessResult> {
        if (ran.exit_code == 0 && ran.output.size() < git.output_cap) return ran;
        return failure(Error::Source::filesystem, repository.string(), "git cannot compare it with " + since);
      });
}

}  // namespace

std::optional<std::vector<std::string>> changed_files(const std::filesystem::path& repository,
                                                      const std::string& since,
                                                      const system::StopFlag& stop) {
  const bool nothing = since.empty() || since.find_first_not_of('0') == since.npos || since.front() == '-';
  if (nothing) return std::nullopt;
  const auto ran = differences(repository, since, stop);
  if (!ran) return std::nullopt;
  std::vector<std::string> files;
  for (std::string_view rest = ran->output; !rest.empty();) {
    files.emplace_back(rest.substr(0, rest.find('\0')));
    rest.remove_prefix(std::min(files.back().size() + 1, rest.size()));
  }
  return files;
}

}  // namespace gridmark::schedule

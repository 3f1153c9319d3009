#pragma once
// Helpers that the launcher's tests share: starting it as this user or as a stranger, and looking for
// leftovers.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/system/process.h"
#include "grader/system/sandbox.h"

namespace gridmark::test {

/// Copies of the launcher and of the hostile program in a place where every user can run them. Removed at
/// exit.
const std::filesystem::path& program_folder();

struct LauncherRun {
  std::vector<std::string> options;  ///< in addition to --report-fd
  std::vector<std::string> command;  ///< command inside the sandbox
  bool as_stranger = false;          ///< as root: with only the user and group 65534
  std::vector<int> keep_descriptors;
  std::vector<std::string> wrapper;  ///< before all of this
};

/// The hostile program's options and command line. The program is bound as /hostile.
LauncherRun hostile_run(std::vector<std::string> attack, std::vector<std::string> options = {});

std::vector<std::string> command_line(const LauncherRun& run, int report_descriptor);
Result<RunReport> launch(const LauncherRun& run);
/// Like launch, but an error fails the test.
RunReport must_launch(const LauncherRun& run);

/// A shell script inside the sandbox.
LauncherRun shell(const std::string& script, std::vector<std::string> options = {});

/// The number of processes whose command line has `word`.
int processes_with(const std::string& word);

}  // namespace gridmark::test

#pragma once
// What the tests of the launcher share: starting it as this user or as a stranger, and looking for leftovers.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/system/process.h"
#include "grader/system/sandbox.h"

namespace gridmark::test {

/// Copies of the launcher and of the hostile program where every user can run them; removed at exit.
const std::filesystem::path& program_folder();

struct LauncherRun {
  std::vector<std::string> options;  ///< beside --report-fd
  std::vector<std::string> command;  ///< inside
  bool as_stranger = false;          ///< as root: with the user and group 65534 and no other
  std::vector<int> keep_descriptors;
  std::vector<std::string> wrapper;  ///< in front of all this
};

/// The hostile program's options and command line: it is bound as /hostile.
LauncherRun hostile_run(std::vector<std::string> attack, std::vector<std::string> options = {});

std::vector<std::string> command_line(const LauncherRun& run, int report_descriptor);
Result<RunReport> launch(const LauncherRun& run);
/// As launch; an error fails the test.
RunReport must_launch(const LauncherRun& run);

/// A shell script inside.
LauncherRun shell(const std::string& script, std::vector<std::string> options = {});

/// Processes of the machine whose command line has `word`.
int processes_with(const std::string& word);

}  // namespace gridmark::test

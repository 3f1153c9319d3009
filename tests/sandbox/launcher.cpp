#include "tests/sandbox/launcher.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "grader/system/sandbox_report.h"
#include "grader/system/temp_folder.h"

namespace gridmark::test {

namespace fs = std::filesystem;

const fs::path& program_folder() {
  static const system::TempFolder folder = [] {
    system::TempFolder made = system::TempFolder::make().value();
    fs::permissions(made.path(), fs::perms(0755));
    for (const char* name : {"gridmark-sandbox", "sandbox_hostile", "restricted_machine"})
      fs::copy_file(fs::path(GRIDMARK_BUILD_DIR) / "bin" / name, made.path() / name);
    return made;
  }();
  return folder.path();
}

LauncherRun hostile_run(std::vector<std::string> attack, std::vector<std::string> options) {
  LauncherRun run;
  run.options = {"--read", (program_folder() / "sandbox_hostile").string() + ":/hostile"};
  run.options.insert(run.options.end(), options.begin(), options.end());
  run.command = {"/hostile"};
  run.command.insert(run.command.end(), attack.begin(), attack.end());
  return run;
}

std::vector<std::string> command_line(const LauncherRun& run, int report_descriptor) {
  std::vector<std::string> words = run.wrapper;
  if (run.as_stranger)
    words.insert(words.end(),
                 {"/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"});
  words.insert(words.end(), {(program_folder() / "gridmark-sandbox").string(), "run", "--report-fd",
                             std::to_string(report_descriptor)});
  words.insert(words.end(), run.options.begin(), run.options.end());
  for (const int kept : run.keep_descriptors) words.insert(words.end(), {"--keep-fd", std::to_string(kept)});
  words.push_back("--");
  words.insert(words.end(), run.command.begin(), run.command.end());
  return words;
}

Result<RunReport> launch(const LauncherRun& run) {
  constexpr int report_descriptor = 90;
  const system::StopFlag never;
  system::ProcessRequest request;
  request.arguments = command_line(run, report_descriptor);
  request.report_descriptor = report_descriptor;
  request.keep_descriptors = run.keep_descriptors;
  request.timeout_seconds = 240;  // an emulated machine needs long to remove very many folders
  return system::run_process(request, never)
      .and_then([](const system::ProcessResult& result) -> Result<RunReport> {
        if (result.timed_out) return failure(Error::Source::sandbox, "launcher", "hangs");
        if (result.report.empty()) return failure(Error::Source::sandbox, "launcher", result.error_output);
        return system::parse_run_report(result.report);
      });
}

RunReport must_launch(const LauncherRun& run) {
  const auto report = launch(run);
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(RunReport{});
}

LauncherRun shell(const std::string& script, std::vector<std::string> options) {
  LauncherRun run;
  run.options = std::move(options);
  run.command = {"/bin/sh", "-c", script};
  return run;
}

int processes_with(const std::string& word) {
  int found = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (std::atoi(entry.path().filename().c_str()) <= 0) continue;
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream
        words;  // a process that has just ended leaves nothing to read, without an exception here
    words << file.rdbuf();
    if (words.str().find(word) != std::string::npos) ++found;
  }
  return found;
}

}  // namespace gridmark::test

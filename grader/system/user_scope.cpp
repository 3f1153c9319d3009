// Theory of operation. A login puts its processes into a group that belongs to root. The user's instance of
// systemd has groups with the controllers for memory and tasks, and `systemd-run --user --scope` starts a
// program in one of them. Version 2 allows no processes in a group whose children have controllers. So in the
// scope this process first moves one level down, into `grader`. The sandbox makes its groups next to that
// one.
//
//   app.slice/run-r1.scope            delegated to the user, with controllers for its children
//   app.slice/run-r1.scope/grader     this process and its children
//   app.slice/run-r1.scope/gridmark-sandbox-PID   one run
#include "grader/system/user_scope.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "grader/system/become.h"
#include "grader/system/process.h"

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark = "GRIDMARK_IN_USER_SCOPE";
constexpr const char* systemd_run = "/usr/bin/systemd-run";

/// The folder of this process's group of version 2. Empty if the machine has only another version.
fs::path own_group() {
  std::error_code ignored;
  if (!fs::exists("/sys/fs/cgroup/cgroup.controllers", ignored)) return {};
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::/")) return "/sys/fs/cgroup" + line.substr(3);
  return {};
}

bool write_to(const fs::path& file, const char* text) {
  std::ofstream out(file);
  return static_cast<bool>(out << text << std::flush);
}

bool may_make_groups_beside(const fs::path& group) {
  return access((group.parent_path() / "cgroup.procs").c_str(), W_OK) == 0;
}

/// If it fails, the sandbox finds no place for a group and reports that.
void settle(const fs::path& scope) {
  std::error_code ignored;
  fs::create_directory(scope / "grader", ignored);
  if (write_to(scope / "grader" / "cgroup.procs", "0"))
    write_to(scope / "cgroup.subtree_control", "+memory +pids");
}

std::vector<std::string> in_a_scope(const std::vector<std::string>& command) {
  std::vector<std::string> words{systemd_run, "--user",     "--scope",      "--quiet",
                                 "--collect", "--property", "Delegate=yes", "--"};
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// The only proof that a user session exists and answers.
bool scopes_work() {
  const StopFlag never;
  ProcessRequest request;
  request.arguments = in_a_scope({"/usr/bin/true"});
  request.timeout_seconds = 3;
  const auto ran = run_process(request, never);
  return ran && ran->exit_code == 0;
}

/// The command of this process, with the program's file.
std::vector<std::string> own_command() {
  std::error_code ignored;
  std::vector<std::string> words;
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (!words.empty()) words[0] = fs::read_symlink("/proc/self/exe", ignored);
  return words;
}

}  // namespace

void enter_user_scope() {
  const fs::path group = own_group();
  if (std::getenv(mark) != nullptr) {
    unsetenv(mark);
    return settle(group);
  }
  if (geteuid() == 0 || group.empty() || may_make_groups_beside(group)) return;
  if (std::getenv("SLURM_JOB_ID") != nullptr) return;  // Slurm limits the job and ends it
  if (access(systemd_run, X_OK) != 0 || std::getenv("XDG_RUNTIME_DIR") == nullptr || !scopes_work()) return;
  setenv(mark, "1", 1);
  become(in_a_scope(own_command()));
  unsetenv(mark);
}

}  // namespace gridmark::system

// gridmark-profile: shows how a CUDA program uses the emulated device.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "base/spawn.h"
#include "emulation/driver/children.h"
#include "emulation/driver/commands.h"
#include "emulation/driver/temporary_files.h"
#include "emulation/profile/nvcc_registers.h"
#include "emulation/profile/profile_options.h"
#include "emulation/profile/profile_text.h"

namespace gridmark::profile {
namespace {

constexpr int cannot_run = 2, wrong_usage = 64;

int complain(int status, const std::string& message) {
  std::cerr << "gridmark-profile: " << message << '\n';
  return status;
}

/// Runs a program with this program's standard streams. Returns its exit code, 128 + n for signal n, or -1
/// with errno set.
int run(const std::vector<std::string>& command) {
  std::cout.flush();
  const pid_t child = spawn(command, {.default_signals = {SIGINT}});
  if (child < 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Builds `folder`/program, and writes nvcc's registers of its kernels to `folder`/registers.
int compile(const ProfileOptions& options, const std::filesystem::path& folder) {
  std::vector<std::string> command{driver::own_toolkit().root / "bin" / "gridmark-cc", "--flavour",
                                   "counted"};
  command.insert(command.end(), options.compile.begin(), options.compile.end());
  command.insert(command.end(), {"-o", folder / "program"});
  try {
    driver::Children children;
    const pid_t compiler = children.start(command, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO});
    const NvccReports reports(children, options.compile);
    while (children.any()) {
      const driver::Children::Ended ended = children.wait();
      if (ended.pid == compiler && ended.exit_code != 0) return ended.exit_code;
    }
    reports.write(folder / "registers");
    return 0;
  } catch (const driver::CannotRun& problem) {
    return complain(cannot_run, problem.what());
  } catch (const driver::Interrupted& told) {
    return 128 + told.signal;
  }
}

/// Source files, each read once.
class Sources {
 public:
  std::optional<std::string> line(const std::string& file, int number) {
    auto known = lines_.find(file);
    if (known == lines_.end()) known = lines_.emplace(file, read(file)).first;
    const auto index = static_cast<std::size_t>(number) - 1;
    if (number < 1 || index >= known->second.size()) return std::nullopt;
    return known->second[index];
  }

 private:
  static std::vector<std::string> read(const std::string& name) {
    std::vector<std::string> lines;
    std::ifstream file(name);
    for (std::string line; std::getline(file, line);) {
      const std::size_t first = line.find_first_not_of(" \t");
      lines.push_back(first == line.npos ? "" : line.substr(first));
    }
    return lines;
  }
  std::map<std::string, std::vector<std::string>> lines_;
};

/// The reason why a program that ran left no profile, and the next step.
std::string no_profile(const ProfileOptions& options, int status) {
  if (status > 128)
    return fmt::format(
        "there is no profile: signal {} ({}) ended the program. One is written when main returns or exit() "
        "is "
        "called",
        status - 128, strsignal(status - 128));
  if (options.program.empty())
    return fmt::format("there is no profile: the program ended with status {}, but not by main or exit()",
                       status);
  return fmt::format(
      "there is no profile: build {} with gridmark-cc --flavour counted, and let it end by main or exit() "
      "(its "
      "status is {})",
      options.program, status);
}

int show(const std::string& file, const ProfileOptions& options, int program_status) {
  std::ifstream stream(file);
  if (!stream || stream.peek() == EOF) return complain(cannot_run, no_profile(options, program_status));
  const std::string json{std::istreambuf_iterator<char>(stream), {}};
  Sources sources;
  const auto text = profile_text(json, options.top,
                                 [&](const std::string& name, int line) { return sources.line(name, line); });
  if (!text) return complain(cannot_run, fmt::format("{} {}", file, text.error()));
  std::cout << '\n' << *text;
  return program_status;
}

std::string program_of(const ProfileOptions& options) {
  return options.program.find('/') == std::string::npos ? "./" + options.program : options.program;
}

/// The reason why there is no timeline. If the program has not written the file, it is empty and is removed.
std::string no_timeline(const ProfileOptions& options, int status) {
  if (options.timeline_file.empty()) return "";
  std::error_code error;
  if (std::filesystem::file_size(options.timeline_file, error) != 0 || error) return "";
  std::filesystem::remove(options.timeline_file, error);
  return fmt::format(
      "there is no timeline {}: the program ended with status {}, and one is written when main returns, "
      "exit() "
      "is called or a kernel faults",
      options.timeline_file, status);
}

/// Empties the file, so that an older one is not taken for this run's.
int empty_file(const std::string& name, const char* option) {
  if (name.empty() || std::ofstream(name, std::ios::trunc)) return 0;
  return complain(cannot_run, fmt::format("cannot write {}: {}. Name another file with {}", name,
                                          strerror(errno), option));
}

int profile(const ProfileOptions& options) {
  if (const int status = empty_file(options.json_file, "--json"); status != 0) return status;
  if (const int status = empty_file(options.timeline_file, "--timeline"); status != 0) return status;
  const driver::TemporaryFolder folder;
  std::string program = folder.path() / "program";
  if (options.program.empty()) {
    if (const int status = compile(options, folder.path()); status != 0) return status;
    setenv("GRIDMARK_REGISTERS", (folder.path() / "registers").c_str(), 1);
  } else {
    program = program_of(options);
  }
  const std::string file = options.json_file.empty() ? (folder.path() / "profile.json").string()
                                                     : std::filesystem::absolute(options.json_file).string();
  setenv("GRIDMARK_PROFILE", file.c_str(), 1);
  if (const std::string& name = options.timeline_file; !name.empty())
    setenv("GRIDMARK_TIMELINE", std::filesystem::absolute(name).c_str(), 1);
  std::vector<std::string> command{program};
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  // The key that stops the program must not stop this one, which has a folder to remove.
  std::signal(SIGINT, SIG_IGN);
  const int status = run(command);
  if (status < 0) return complain(cannot_run, fmt::format("cannot run {}: {}", program, strerror(errno)));
  const int shown = show(file, options, status);
  const std::string problem = no_timeline(options, status);
  return problem.empty() ? shown : complain(cannot_run, problem);
}

}  // namespace
}  // namespace gridmark::profile

int main(int count, char** words) {
  using namespace gridmark::profile;
  const auto options = read_profile_options({words + 1, words + count});
  if (!options) return complain(wrong_usage, options.error());
  if (options->action == ProfileOptions::Action::help) return std::cout << profile_help(), 0;
  return profile(*options);
}

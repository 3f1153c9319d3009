#include "benchmarks/batch/watched_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace gridmark::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double children_cpu() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

/// The kernel's own high-water mark; it is gone with the process, so the last look counts.
double peak_mib(pid_t pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

pid_t start(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, 1);
  dup2(file, 2);
  execv(words[0], words.data());
  _exit(127);
}

}  // namespace

WatchedRun run_watched(const std::vector<std::string>& command, std::optional<double> kill_after) {
  constexpr auto between_looks = std::chrono::milliseconds(20);
  const std::string log = fmt::format("/tmp/batch_class.{}.log", getpid());
  const double cpu_before = children_cpu();
  const auto begin = Clock::now();
  const pid_t pid = start(command, log);
  WatchedRun run;
  int status = 0;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    run.peak_mib = std::max(run.peak_mib, peak_mib(pid));
    if (kill_after && std::chrono::duration<double>(Clock::now() - begin).count() >= *kill_after)
      kill(pid, SIGKILL);
    std::this_thread::sleep_for(between_looks);
  }
  run.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  run.cpu_seconds = children_cpu() - cpu_before;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream file(log);
  std::ostringstream text;
  text << file.rdbuf();
  run.output = text.str();
  unlink(log.c_str());
  return run;
}

}  // namespace gridmark::benchmarks

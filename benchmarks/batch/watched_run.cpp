#include "benchmarks/batch/watched_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
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

/// Processor time that the machine has used since it started, without waiting. A worker that is killed with
/// its namespace does not pass its time to a parent, so the times of children would lack most of the runs.
double machine_cpu() {
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, io_wait = 0, interrupts = 0, soft_interrupts = 0;
  stat >> name >> user >> nice >> system >> idle >> io_wait >> interrupts >> soft_interrupts;
  return (user + nice + system + interrupts + soft_interrupts) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// The kernel's own high-water mark. It disappears with the process, so the last reading counts.
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
  const double cpu_before = machine_cpu();
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
  run.cpu_seconds = machine_cpu() - cpu_before;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream file(log);
  std::ostringstream text;
  text << file.rdbuf();
  run.output = text.str();
  unlink(log.c_str());
  return run;
}

}  // namespace gridmark::benchmarks

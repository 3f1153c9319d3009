#include "grader/sandbox/process_tree.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>

#include "grader/sandbox/process_stat.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

void add_children(pid_t parent, std::vector<pid_t>& found) {
  for (const std::string& thread : thread_folders(parent)) {
    const std::string text = read_small_file(thread + "/children");
    char* rest = nullptr;
    for (const char* at = text.c_str();; at = rest) {
      const long child = std::strtol(at, &rest, 10);
      if (rest == at) break;
      found.push_back(static_cast<pid_t>(child));
    }
  }
}

void signal_all(const std::vector<pid_t>& processes, int signal) {
  for (const pid_t process : processes) kill(process, signal);
}

}  // namespace

std::vector<pid_t> descendants(pid_t root) {
  constexpr std::size_t most = 16 * 1024;
  std::vector<pid_t> found;
  add_children(root, found);
  for (std::size_t i = 0; i < found.size() && found.size() < most; ++i) add_children(found[i], found);
  return found;
}

int count_alive(const std::vector<pid_t>& processes) {
  return static_cast<int>(std::count_if(processes.begin(), processes.end(), [](pid_t process) {
    const auto stat = process_stat(process);
    return stat && stat->alive();
  }));
}

void kill_descendants() {
  constexpr auto patience = std::chrono::seconds(10);  // on a busy machine, killed processes may end late
  constexpr useconds_t longest_pause_microseconds = 500;
  useconds_t pause_microseconds = 50;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < patience) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) continue;
    // Only this call proves that all have ended. A list of children may miss some while others exit.
    if (waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) break;
    const std::vector<pid_t> stopped = descendants(getpid());
    // Processes are stopped first, so that a chain of processes that fork and exit cannot outrun the kill.
    signal_all(stopped, SIGSTOP);
    signal_all(descendants(getpid()), SIGKILL);
    if (waitpid(-1, nullptr, WNOHANG) > 0) continue;
    usleep(pause_microseconds);
    pause_microseconds = std::min(2 * pause_microseconds, longest_pause_microseconds);
  }
}

}  // namespace gridmark::sandbox

#pragma once
// One process of the run, as /proc shows it. A process whose first thread has ended lives on in the others,
// and what its threads share is then shown for them alone.
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridmark::sandbox {

struct ProcessStat {
  char state = 0;  ///< of the first thread, as in ps(1)
  double own_cpu_seconds = 0;
  double reaped_cpu_seconds = 0;  ///< of the children that it has waited for, and of theirs
  int threads = 0;                ///< 0 once nothing runs any more
  std::int64_t begin = 0;         ///< in ticks of the machine: tells processes of the same number apart
  std::int64_t address_bytes = 0;

  /// What waits to be reaped has ended.
  bool alive() const { return state != 'Z' || threads > 1; }
};

/// None when there is no such process.
std::optional<ProcessStat> process_stat(pid_t process);

/// Where the memory of a process is shown.
struct LivingThread {
  std::string folder;  ///< "/proc/7", or "/proc/7/task/8" where the first thread has ended and 8 has not
  std::string status;  ///< the file of this name in it
};

/// None when the process has no memory any more.
std::optional<LivingThread> living_thread(pid_t process);

/// "/proc/7/task/8" for each thread.
std::vector<std::string> thread_folders(pid_t process);

/// False once the thread has ended, or is about to.
bool thread_lives(const std::string& folder);

}  // namespace gridmark::sandbox

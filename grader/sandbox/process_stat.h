#pragma once
// One process of the run from /proc. If the first thread of a process has ended, the process continues in its
// other threads, and only they show the state that all threads share.
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridmark::sandbox {

struct ProcessStat {
  char state = 0;  ///< of the first thread, as in ps(1)
  double own_cpu_seconds = 0;
  double reaped_cpu_seconds = 0;  ///< of reaped children and their descendants
  int threads = 0;                ///< 0 once all threads have ended
  std::int64_t begin = 0;         ///< in ticks of the machine, identifies a process if numbers are reused
  std::int64_t address_bytes = 0;

  /// A process that waits to be reaped has ended.
  bool alive() const { return state != 'Z' || threads > 1; }
};

/// Empty if there is no such process.
std::optional<ProcessStat> process_stat(pid_t process);

/// The place that shows the memory of a process.
struct LivingThread {
  std::string folder;  ///< "/proc/7", or "/proc/7/task/8" if only thread 8 still runs
  std::string status;  ///< the file of this name in it
};

/// Empty if the process has no memory any more.
std::optional<LivingThread> living_thread(pid_t process);

/// "/proc/7/task/8" for each thread.
std::vector<std::string> thread_folders(pid_t process);

/// False once the thread has ended or is about to.
bool thread_lives(const std::string& folder);

}  // namespace gridmark::sandbox

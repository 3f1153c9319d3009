// Memory and CPU time where no control group can be had. Sampling has two holes, closed elsewhere: memory
// that no process maps (the seccomp filter denies memfds, sockets, semaphores, message queues and Landlock's
// rules, tmpfs sizes are capped), and processes that live shorter than a sample (the CPU time of reaped
// children is counted with their parent).
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "grader/sandbox/killer_watch.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

std::string process_file(pid_t process, const char* name) {
  return read_small_file("/proc/" + std::to_string(process) + "/" + name);
}

/// User and system time of the process and of the children it has reaped.
double cpu_seconds_of(pid_t process) {
  static const double ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const std::string stat = process_file(process, "stat");
  const std::size_t name_end = stat.rfind(')');  // the name in parentheses may hold anything
  if (name_end == std::string::npos) return 0;
  long ticks[4] = {};
  std::sscanf(stat.c_str() + name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
              &ticks[0], &ticks[1], &ticks[2], &ticks[3]);
  return static_cast<double>(ticks[0] + ticks[1] + ticks[2] + ticks[3]) / ticks_per_second;
}

/// How many processes of the whole machine its kernel has killed for their memory.
std::int64_t memory_kills() { return number_after(read_small_file("/proc/vmstat"), "oom_kill", 0); }

/// No two processes share them.
std::int64_t page_table_bytes(pid_t process) {
  return number_after(process_file(process, "status"), "VmPTE:", 0) * 1024;
}

/// Anonymous and shared memory; pages that processes share are counted for each of them.
std::int64_t resident_bytes(pid_t process) {
  const std::string status = process_file(process, "status");
  return (number_after(status, "RssAnon:", 0) + number_after(status, "RssShmem:", 0)) * 1024;
}

/// As resident_bytes, but a page that n processes share counts 1/n for each. Slow: walks the page tables.
std::int64_t proportional_bytes(pid_t process) {
  const std::string rollup = process_file(process, "smaps_rollup");
  const std::int64_t anonymous = number_after(rollup, "Pss_Anon:", -1);
  if (anonymous < 0) return resident_bytes(process);  // unreadable: it is another user's or not dumpable
  return (anonymous + number_after(rollup, "Pss_Shmem:", 0)) * 1024;
}

class WatchdogControl : public ResourceControl {
 public:
  explicit WatchdogControl(const Options& options) : memory_bytes_(options.memory_mib << 20) {}

  std::string_view name() const override { return "watchdog"; }
  pid_t fork_controlled() override { return fork(); }
  void kill_all() override { watch_.stop(); }  // the supervisor does it
  bool counts_unmapped_memory() const override { return false; }

  Usage usage() override {
    const std::vector<pid_t> processes = descendants(getpid());
    double cpu_seconds = 0;
    for (const pid_t process : processes) cpu_seconds += cpu_seconds_of(process);
    const ResidentBytes resident = resident_of(processes);
    watch_.look(memory_kills(), resident);
    const std::int64_t bytes = memory_of(resident);
    usage_.cpu_seconds = std::max(usage_.cpu_seconds, cpu_seconds);
    usage_.peak_bytes = std::max(usage_.peak_bytes, bytes);
    usage_.out_of_memory |= bytes > memory_bytes_;
    return usage_;
  }
  bool killed_by_machine() override { return watch_.took_one(); }

 private:
  static ResidentBytes resident_of(const std::vector<pid_t>& processes) {
    ResidentBytes resident;
    for (const pid_t process : processes) resident[process] = resident_bytes(process);
    return resident;
  }

  std::int64_t memory_of(const ResidentBytes& processes) const {
    std::int64_t tables = 0, upper = 0;
    for (const auto& [process, bytes] : processes) {
      tables += page_table_bytes(process);
      upper += bytes;
    }
    // Large tables are not walked: the process might be gone before the walk ends.
    if (tables > memory_bytes_ || tables + upper <= memory_bytes_) return tables + upper;
    std::int64_t exact = tables;
    for (const auto& [process, bytes] : processes) exact += proportional_bytes(process);
    return exact;
  }

  std::int64_t memory_bytes_;
  KillerWatch watch_{memory_kills()};
  Usage usage_;
};

}  // namespace

std::unique_ptr<ResourceControl> make_watchdog_control(const Options& options) {
  return std::make_unique<WatchdogControl>(options);
}

}  // namespace gridmark::sandbox

// Memory and CPU time without a control group. Sampling has two gaps, which are closed elsewhere. Memory that
// no process maps: the seccomp filter denies memfds, sockets, semaphores, message queues, Landlock's rules
// and memory that is shared without a file, and tmpfs sizes are capped. Processes that end between two
// samples: the CPU time of reaped children is counted with their parent.
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/sandbox/cpu_watch.h"
#include "grader/sandbox/killer_watch.h"
#include "grader/sandbox/process_stat.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

/// The number of processes that the machine's kernel has killed for memory.
std::int64_t memory_kills() { return number_after(read_small_file("/proc/vmstat"), "oom_kill", 0); }

/// Anonymous and shared memory. Shared pages are counted for each process.
std::int64_t resident_bytes(const std::string& status) {
  return (number_after(status, "RssAnon:", 0) + number_after(status, "RssShmem:", 0)) * 1024;
}

/// Like resident_bytes, but a page that n processes share counts 1/n for each. Slow, because it walks the
/// page tables.
std::int64_t proportional_bytes(const std::string& folder, std::int64_t resident) {
  const std::string rollup = read_small_file(folder + "/smaps_rollup");
  const std::int64_t anonymous = number_after(rollup, "Pss_Anon:", -1);
  if (anonymous < 0) return resident;  // unreadable: it is another user's or not dumpable
  return (anonymous + number_after(rollup, "Pss_Shmem:", 0)) * 1024;
}

struct ProcessMemory {
  std::string folder;            ///< the folder in /proc that it was read from
  std::int64_t table_bytes = 0;  ///< never shared by two processes
  std::int64_t resident_bytes = 0;
};

ProcessMemory memory_of(const LivingThread& thread) {
  return {thread.folder, number_after(thread.status, "VmPTE:", 0) * 1024, resident_bytes(thread.status)};
}

class WatchdogControl : public ResourceControl {
 public:
  explicit WatchdogControl(const Options& options) : memory_bytes_(options.memory_mib << 20) {}

  std::string_view name() const override { return "watchdog"; }
  pid_t fork_controlled() override { return fork(); }
  void kill_all() override { killer_.stop(); }  // the supervisor kills them
  bool counts_unmapped_memory() const override { return false; }

  Usage usage() override {
    std::vector<ProcessMemory> memories;
    ResidentBytes resident;
    cpu_.begin_look();
    for (const pid_t process : descendants(getpid())) {
      if (const auto stat = process_stat(process)) cpu_.see(process, *stat);
      const auto thread = living_thread(process);
      if (!thread) continue;
      memories.push_back(memory_of(*thread));
      resident[process] = memories.back().resident_bytes;
    }
    killer_.look(memory_kills(), resident);
    const std::int64_t bytes = bytes_of(memories);
    usage_.cpu_seconds = cpu_.seconds();
    usage_.peak_bytes = std::max(usage_.peak_bytes, bytes);
    usage_.out_of_memory |= bytes > memory_bytes_;
    return usage_;
  }
  bool killed_by_machine() override { return killer_.took_one(); }

 private:
  std::int64_t bytes_of(const std::vector<ProcessMemory>& processes) const {
    std::int64_t tables = 0, upper = 0;
    for (const ProcessMemory& memory : processes) {
      tables += memory.table_bytes;
      upper += memory.resident_bytes;
    }
    // Large tables are not walked, because the process might end before the walk does.
    if (tables > memory_bytes_ || tables + upper <= memory_bytes_) return tables + upper;
    std::int64_t exact = tables;
    for (const ProcessMemory& memory : processes)
      exact += proportional_bytes(memory.folder, memory.resident_bytes);
    return exact;
  }

  std::int64_t memory_bytes_;
  CpuWatch cpu_;
  KillerWatch killer_{memory_kills()};
  Usage usage_;
};

}  // namespace

std::unique_ptr<ResourceControl> make_watchdog_control(const Options& options) {
  return std::make_unique<WatchdogControl>(options);
}

}  // namespace gridmark::sandbox

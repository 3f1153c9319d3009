#pragma once
// Counts and caps the resources that all processes of a run use together. Each way is a file:
// cgroup2_control, cgroup1_control, watchdog_control.
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

struct Usage {
  double cpu_seconds = 0;
  std::int64_t peak_bytes = 0;
  bool out_of_memory = false;  ///< because of the run's limit
};

class ResourceControl {
 public:
  virtual ~ResourceControl() = default;
  virtual std::string_view name() const = 0;
  /// Like fork(), but the child is under control from its first instruction on.
  virtual pid_t fork_controlled() = 0;
  /// Usage so far. The supervisor asks every few milliseconds.
  virtual Usage usage() = 0;
  /// True if a memory killer outside of the run may have ended one of its processes: the machine's, or that
  /// of an enclosing group. The result then proves nothing about the command.
  virtual bool killed_by_machine() = 0;
  /// Kills all processes of the run once. The supervisor makes sure of it afterwards.
  virtual void kill_all() = 0;
  /// True if memory counts even when no process maps it, as in a memfd.
  virtual bool counts_unmapped_memory() const = 0;
  /// True if the task limit holds independently of the user's other processes.
  virtual bool limits_tasks() const { return false; }
};

/// A control group of this run alone. Null if none can be made with a memory limit.
std::unique_ptr<ResourceControl> make_cgroup2_control(const Options& options);
std::unique_ptr<ResourceControl> make_cgroup1_control(const Options& options);

/// Looks at all descendants of the calling process in /proc. Works everywhere.
std::unique_ptr<ResourceControl> make_watchdog_control(const Options& options);

}  // namespace gridmark::sandbox

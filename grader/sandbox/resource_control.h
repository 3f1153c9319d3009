#pragma once
// Who counts and caps what all processes of a run use together. Each way is a file: cgroup2_control,
// cgroup1_control, watchdog_control.
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
  bool out_of_memory = false;  ///< by the run's own limit
};

class ResourceControl {
 public:
  virtual ~ResourceControl() = default;
  virtual std::string_view name() const = 0;
  /// As fork(), with the child under control from its first instruction on.
  virtual pid_t fork_controlled() = 0;
  /// So far; the supervisor asks every few milliseconds.
  virtual Usage usage() = 0;
  /// True when the machine's memory killer, or that of a group around this run's, may have ended a process of
  /// the run, which then says nothing about the command.
  virtual bool killed_by_machine() = 0;
  /// A first blow at all processes of the run; the supervisor makes sure of them afterwards.
  virtual void kill_all() = 0;
  /// True when memory counts though no process maps it, as in a memfd.
  virtual bool counts_unmapped_memory() const = 0;
  /// True when no more tasks than allowed can be made, whoever else runs as the same user.
  virtual bool limits_tasks() const { return false; }
};

/// A control group of this run's own; null where none can be made with a memory limit.
std::unique_ptr<ResourceControl> make_cgroup2_control(const Options& options);
std::unique_ptr<ResourceControl> make_cgroup1_control(const Options& options);

/// Looks at all descendants of the calling process in /proc. Works everywhere.
std::unique_ptr<ResourceControl> make_watchdog_control(const Options& options);

}  // namespace gridmark::sandbox

// Control groups, version 1: a folder in each of the hierarchies memory, cpuacct and pids. Moving a process
// by its number waits for a quiet point of every processor (8 ms measured). A process with a single thread
// that writes "0" to `tasks` for itself is moved at once (0.05 ms).
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>

#include "grader/sandbox/control_group.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

class Cgroup1Control : public ResourceControl {
 public:
  explicit Cgroup1Control(const Options& options)
      : limit_bytes_(options.memory_mib << 20),
        memory_(own_group("memory")),
        accounting_(own_group("cpuacct")),
        tasks_(own_group("pids")) {
    const std::string bytes = std::to_string(limit_bytes_);
    limited_ = memory_.made() && accounting_.made() && memory_.write("memory.limit_in_bytes", bytes);
    memory_.write("memory.memsw.limit_in_bytes", bytes);  // absent without swap accounting
    limits_tasks_ = tasks_.write("pids.max", std::to_string(options.processes + helper_processes));
  }

  bool limited() const { return limited_; }
  std::string_view name() const override { return "cgroup1"; }
  bool counts_unmapped_memory() const override { return true; }
  bool limits_tasks() const override { return limits_tasks_; }

  pid_t fork_controlled() override {
    const pid_t child = fork();
    if (child != 0) return child;
    const bool moved = memory_.write("tasks", "0") && accounting_.write("tasks", "0");
    const bool counted = !limits_tasks_ || tasks_.write("tasks", "0");
    if (!moved || !counted) _exit(not_moved);
    return 0;
  }

  void kill_all() override {
    std::istringstream processes(memory_.read("cgroup.procs"));
    for (pid_t process = 0; processes >> process;)
      if (process > 1) kill(process, SIGKILL);
  }

  Usage usage() override {
    constexpr double nanosecond = 1e-9;
    return {static_cast<double>(std::atoll(accounting_.read("cpuacct.usage").c_str())) * nanosecond,
            std::atoll(memory_.read("memory.max_usage_in_bytes").c_str()),
            killed_for_memory() && reached_limit()};
  }
  bool killed_by_machine() override { return killed_for_memory() && !reached_limit(); }

 private:
  static constexpr int not_moved = 125;

  /// Whether a process of the group was killed, for any group's limit.
  bool killed_for_memory() const {
    return number_after(memory_.read("memory.oom_control"), "oom_kill", 0) > 0;
  }
  /// Uses the peak, because memory.failcnt stays 0 on newer kernels (6.18). Memory is charged in parts.
  bool reached_limit() const {
    constexpr std::int64_t part_bytes = std::int64_t{4} << 20;
    return std::atoll(memory_.read("memory.max_usage_in_bytes").c_str()) >= limit_bytes_ - part_bytes;
  }

  std::int64_t limit_bytes_;
  ControlGroup memory_;
  ControlGroup accounting_;
  ControlGroup tasks_;
  bool limited_ = false;
  bool limits_tasks_ = false;
};

}  // namespace

std::unique_ptr<ResourceControl> make_cgroup1_control(const Options& options) {
  if (own_group("memory").empty() || own_group("cpuacct").empty()) return nullptr;
  auto control = std::make_unique<Cgroup1Control>(options);
  return control->limited() ? std::move(control) : nullptr;
}

}  // namespace gridmark::sandbox

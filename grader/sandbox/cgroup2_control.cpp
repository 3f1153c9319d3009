// Control groups, version 2: the child is started inside the group, which costs nothing.
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/file_descriptor.h"
#include "grader/sandbox/control_group.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

class Cgroup2Control : public ResourceControl {
 public:
  Cgroup2Control(const std::string& parent, const Options& options) : group_(parent) {
    limited_ = group_.made() && group_.write("memory.max", std::to_string(options.memory_mib << 20));
    group_.write("memory.swap.max", "0");
    limits_tasks_ = group_.write("pids.max", std::to_string(options.processes + helper_processes));
    folder_ = FileDescriptor(open(group_.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }

  bool limited() const { return limited_; }
  std::string_view name() const override { return "cgroup2"; }
  void kill_all() override { group_.write("cgroup.kill", "1"); }
  bool counts_unmapped_memory() const override { return true; }
  bool limits_tasks() const override { return limits_tasks_; }

  pid_t fork_controlled() override {
    clone_args arguments{};
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = static_cast<std::uint64_t>(folder_.get());
    return static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
  }

  Usage usage() override {
    constexpr double microsecond = 1e-6;
    return {static_cast<double>(number_after(group_.read("cpu.stat"), "usage_usec", 0)) * microsecond,
            std::atoll(group_.read("memory.peak").c_str()), killed_for_memory() && reached_limit()};
  }
  bool killed_by_machine() override { return killed_for_memory() && !reached_limit(); }

 private:
  /// The kernel counts a kill in the victim's group, and a limit in the group that reached it.
  bool killed_for_memory() const { return number_after(group_.read("memory.events"), "oom_kill", 0) > 0; }
  bool reached_limit() const { return number_after(group_.read("memory.events"), "oom", 0) > 0; }

  ControlGroup group_;
  FileDescriptor folder_;
  bool limited_ = false;
  bool limits_tasks_ = false;
};

}  // namespace

std::unique_ptr<ResourceControl> make_cgroup2_control(const Options& options) {
  const std::string own = own_group("");
  if (own.empty()) return nullptr;
  // A user's systemd session may make groups next to its own group. Root may make them below.
  const std::string beside = own.substr(0, own.rfind('/'));
  for (const std::string& parent : {own, beside}) {
    if (access((parent + "/cgroup.procs").c_str(), W_OK) != 0) continue;
    auto control = std::make_unique<Cgroup2Control>(parent, options);
    if (control->limited()) return control;
  }
  return nullptr;
}

}  // namespace gridmark::sandbox

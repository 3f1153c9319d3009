// A control group is a folder: made for the run, its limits written, the first process started in it, removed
// when empty. Only version 2: moving a process into a group waits for every CPU to pass a quiet point (about
// 15 ms measured), and version 1 cannot start one inside. The watchdog serves there.
#include <dirent.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "grader/sandbox/file_descriptor.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

constexpr const char* group_prefix = "gridmark-sandbox-";
constexpr std::int64_t helper_processes = 4;  // wrapper, stub, and each while it forks

/// The folder of the calling process's own group; "" without version 2.
std::string own_group() {
  const std::string text = read_small_file("/proc/self/cgroup");
  const std::size_t at = text.find("0::/");
  if (at == std::string::npos) return "";
  std::string path = "/sys/fs/cgroup" + text.substr(at + 3, text.find('\n', at) - at - 3);
  while (path.ends_with('/')) path.pop_back();
  return path;
}

/// Removes what launchers that were killed outright have left in `parent`.
void sweep_stale_groups(const std::string& parent) {
  DIR* folder = opendir(parent.c_str());
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    const std::string name(entry->d_name);
    if (!name.starts_with(group_prefix)) continue;
    const int launcher = std::atoi(name.c_str() + std::char_traits<char>::length(group_prefix));
    if (launcher > 0 && kill(launcher, 0) != 0 && errno == ESRCH) rmdir((parent + "/" + name).c_str());
  }
  closedir(folder);
}

class CgroupControl : public ResourceControl {
 public:
  CgroupControl(const std::string& parent, const Options& options)
      : path_(parent + "/" + group_prefix + std::to_string(getpid())) {
    made_ = mkdir(path_.c_str(), 0755) == 0;
    limited_ = made_ && write_file("memory.max", std::to_string(options.memory_mib << 20));
    write_file("memory.swap.max", "0");
    write_file("pids.max", std::to_string(options.processes + helper_processes));
    folder_ = FileDescriptor(open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  ~CgroupControl() override {
    constexpr int attempts = 200;  // the kernel lets go of the last process a little after it was reaped
    constexpr useconds_t pause_microseconds = 500;
    for (int i = 0; made_ && i < attempts && rmdir(path_.c_str()) != 0 && errno == EBUSY; ++i)
      usleep(pause_microseconds);
  }

  bool limited() const { return limited_; }
  void kill_all() override { write_file("cgroup.kill", "1"); }
  bool counts_unmapped_memory() const override { return true; }

  pid_t fork_controlled() override {
    clone_args arguments{};
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = static_cast<std::uint64_t>(folder_.get());
    return static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
  }

  Usage usage() override {
    constexpr double microsecond = 1e-6;
    return {static_cast<double>(number_after(read_file("cpu.stat"), "usage_usec", 0)) * microsecond,
            std::atoll(read_file("memory.peak").c_str()),
            number_after(read_file("memory.events"), "oom_kill", 0) > 0};
  }

 private:
  bool write_file(const char* name, std::string_view value) {
    return write_small_file(path_ + "/" + name, value);
  }
  std::string read_file(const char* name) { return read_small_file(path_ + "/" + name); }

  std::string path_;
  FileDescriptor folder_;
  bool made_ = false;
  bool limited_ = false;
};

}  // namespace

std::unique_ptr<ResourceControl> make_cgroup_control(const Options& options) {
  const std::string own = own_group();
  if (own.empty()) return nullptr;
  // Beside the own group is where a user's systemd session may make groups; below it is where root may.
  const std::string beside = own.substr(0, own.rfind('/'));
  for (const std::string& parent : {own, beside}) {
    if (access((parent + "/cgroup.procs").c_str(), W_OK) != 0) continue;
    sweep_stale_groups(parent);
    auto control = std::make_unique<CgroupControl>(parent, options);
    if (control->limited()) return control;
  }
  return nullptr;
}

}  // namespace gridmark::sandbox

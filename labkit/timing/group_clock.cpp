#include "labkit/timing/group_clock.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>

#include "labkit/timing/proc_files.h"

namespace gridmark::timing {
namespace {

namespace fs = std::filesystem;

constexpr double nanosecond = 1e-9, microsecond = 1e-6;

/// The process's path in the hierarchy of `controller`, which is empty for version 2.
std::string group_path(pid_t process, const std::string& controller) {
  std::istringstream lines(read_text("/proc/" + std::to_string(process) + "/cgroup"));  // "2:cpuacct:/path"
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controller.empty() ? names == ",," : names.find("," + controller + ",") != std::string::npos)
      return line.substr(second + 1);
  }
  return "";
}

/// The launcher must have made the group, because other groups also contain other programs.
bool made_by(pid_t launcher, const std::string& path) {
  return path.ends_with("/gridmark-sandbox-" + std::to_string(launcher));
}

double seconds_of_process(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * nanosecond;
}

double seconds_in_file(const std::string& file, bool version2) {
  const std::string text = read_text(file);
  if (!version2) return std::atof(text.c_str()) * nanosecond;
  const std::size_t at = text.find("usage_usec ");
  return at == std::string::npos ? 0 : std::atof(text.c_str() + at + 11) * microsecond;
}

}  // namespace

GroupClock::GroupClock(pid_t launcher) : launcher_(launcher) {
  refresh_processes();
  for (const pid_t process : processes_) {
    const std::string one = group_path(process, "cpuacct"), two = group_path(process, "");
    if (const std::string file = "/sys/fs/cgroup/cpuacct" + one + "/cpuacct.usage";
        made_by(launcher, one) && access(file.c_str(), R_OK) == 0) {
      file_ = file;
      source_ = "cgroup1";
      return;
    }
    if (const std::string file = "/sys/fs/cgroup" + two + "/cpu.stat";
        made_by(launcher, two) && access(file.c_str(), R_OK) == 0) {
      file_ = file;
      source_ = "cgroup2";
      return;
    }
  }
}

void GroupClock::refresh_processes() { processes_ = descendants_of(launcher_); }

double GroupClock::seconds() {
  refresh_processes();
  const double of_processes = seconds_of_processes();
  return file_.empty() ? of_processes : seconds_in_file(file_, source_ == "cgroup2");
}

double GroupClock::seconds_of_processes() {
  for (const pid_t process : processes_) {
    double& last = last_seen_[process];
    last = std::max(last, seconds_of_process(process));
  }
  double sum = 0;
  for (const auto& [process, seconds] : last_seen_) sum += seconds;
  return sum;
}

double GroupClock::waited_seconds() const {
  double sum = 0;
  std::error_code gone;
  for (const pid_t process : processes_)
    for (fs::directory_iterator task("/proc/" + std::to_string(process) + "/task", gone), end;
         !gone && task != end; task.increment(gone)) {
      std::istringstream words(read_text(task->path() / "schedstat"));  // on a processor, waiting, turns
      double ran = 0, waited = 0;
      if (words >> ran >> waited) sum += waited * nanosecond;
    }
  return sum;
}

}  // namespace gridmark::timing

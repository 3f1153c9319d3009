#include "grader/sandbox/process_stat.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

std::string process_folder(pid_t process) { return "/proc/" + std::to_string(process); }

/// The kernel shows a thread's memory until the thread ends.
std::optional<LivingThread> thread_in(std::string folder) {
  std::string status = read_small_file(folder + "/status");
  if (number_after(status, "VmPTE:", -1) < 0) return std::nullopt;
  return LivingThread{std::move(folder), std::move(status)};
}

}  // namespace

std::optional<ProcessStat> process_stat(pid_t process) {
  static const double ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const std::string text = read_small_file(process_folder(process) + "/stat");
  const std::size_t name_end = text.rfind(") ");  // the name in parentheses may contain anything
  if (name_end == std::string::npos) return std::nullopt;
  ProcessStat stat;
  long user = 0, system = 0, reaped_user = 0, reaped_system = 0;
  const int found = std::sscanf(
      text.c_str() + name_end + 2,
      "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld %*d %*d %d %*d %ld %ld", &stat.state, &user,
      &system, &reaped_user, &reaped_system, &stat.threads, &stat.begin, &stat.address_bytes);
  if (found < 8) return std::nullopt;
  stat.own_cpu_seconds = static_cast<double>(user + system) / ticks_per_second;
  stat.reaped_cpu_seconds = static_cast<double>(reaped_user + reaped_system) / ticks_per_second;
  return stat;
}

std::optional<LivingThread> living_thread(pid_t process) {
  auto living = thread_in(process_folder(process));
  if (living) return living;
  for (std::string& folder : thread_folders(process))
    if ((living = thread_in(std::move(folder)))) return living;
  return std::nullopt;
}

std::vector<std::string> thread_folders(pid_t process) {
  std::vector<std::string> folders;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator(process_folder(process) + "/task", ignored))
    folders.push_back(task.path());
  return folders;
}

bool thread_lives(const std::string& folder) { return thread_in(folder).has_value(); }

}  // namespace gridmark::sandbox

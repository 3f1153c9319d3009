#include "grader/system/device_states.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>

#include "base/argument_pointers.h"
#include "base/published_folder.h"
#include "grader/system/process.h"

namespace gridmark::system {
namespace {

constexpr std::size_t most_programs = 256, most_watched_samples = 4096;

bool in_range(double value, double most) { return std::isfinite(value) && value >= 0 && value <= most; }

bool is_sound(const DeviceState& device) {
  return in_range(device.gpu_share, 1.000001) && in_range(device.memory_share, 1.000001) &&
         in_range(device.watts, 1e4) && in_range(device.limit_watts, 1e4) && in_range(device.celsius, 1000) &&
         in_range(device.sm_megahertz, 1e5) && in_range(device.most_sm_megahertz, 1e5) &&
         in_range(device.memory_megahertz, 1e5) && device.memory_total <= std::uint64_t{1} << 50 &&
         device.memory_used <= device.memory_total;
}

bool is_sound(const DeviceStates& states) {
  return states.mark == DeviceStates::marked && states.process > 0 && states.process <= INT32_MAX &&
         in_range(states.seconds, 1e12) && states.devices <= DeviceStates::most_devices &&
         std::find(states.program.begin(), states.program.end(), '\0') != states.program.end() &&
         std::all_of(states.device.begin(), states.device.end(),
                     [](const DeviceState& device) { return is_sound(device); });
}

std::string bytes_of(int file, std::size_t most) {
  std::string bytes(most, '\0');
  const ssize_t size = pread(file, bytes.data(), most, 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return bytes;
}

/// The number in "12.state", or in "12.state.new", which a killed program may leave. 0 for any other name.
std::int64_t process_of(std::string_view name) {
  std::int64_t process = 0;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), process);
  if (problem != std::errc() || process <= 0) return 0;
  const std::string expected = state_file_name(process);
  return name == expected || name == expected + ".new" ? process : 0;
}

std::optional<DeviceStates> read_states(int folder, const std::string& name) {
  const FileDescriptor file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid())
    return std::nullopt;
  return parse_device_states(bytes_of(file.get(), sizeof(DeviceStates) + 1));
}

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int copy = dup(folder);
  DIR* entries = copy >= 0 ? fdopendir(copy) : nullptr;
  if (!entries) return names;
  rewinddir(entries);
  while (const dirent* entry = readdir(entries))
    if (process_of(entry->d_name) > 0) names.emplace_back(entry->d_name);
  closedir(entries);
  return names;
}

/// A path that only this user can write, for the samples of one run. Removed with the object.
class SampleFile {
 public:
  SampleFile() : file_(mkostemp(path_.data(), O_CLOEXEC)) {}
  SampleFile(const SampleFile&) = delete;
  SampleFile& operator=(const SampleFile&) = delete;
  ~SampleFile() {
    if (file_.valid()) unlink(path_.c_str());
  }
  bool valid() const { return file_.valid(); }
  const std::string& path() const { return path_; }

  std::vector<DeviceStates> samples() const {
    std::vector<DeviceStates> all;
    const std::string bytes = bytes_of(file_.get(), most_watched_samples * sizeof(DeviceStates));
    for (std::size_t at = 0; at + sizeof(DeviceStates) <= bytes.size(); at += sizeof(DeviceStates))
      if (auto states = parse_device_states(std::string_view(bytes).substr(at, sizeof(DeviceStates))))
        all.push_back(*states);
    return all;
  }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "gridmark-smi.XXXXXX").string();
  FileDescriptor file_;
};

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

/// Ctrl-C is for the program: it ends, and its samples are shown.
int wait_for_program(pid_t child) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  std::signal(SIGINT, before);
  return exit_code_of(status);
}

unsigned long number_setting(const char* name, unsigned long otherwise) {
  const char* setting = std::getenv(name);
  return setting ? std::strtoul(setting, nullptr, 10) : otherwise;
}

}  // namespace

std::optional<DeviceStates> parse_device_states(std::string_view bytes) {
  DeviceStates states;
  if (bytes.size() != sizeof states) return std::nullopt;
  std::memcpy(&states, bytes.data(), sizeof states);
  if (!is_sound(states)) return std::nullopt;
  for (char& c : states.program)
    if ((c > 0 && c < ' ') || c == 0x7f) c = '?';  // a terminal would obey it
  return states;
}

std::vector<DeviceStates> running_device_states() {
  std::vector<DeviceStates> running;
  const FileDescriptor folder = open_own_folder(published_folder());
  if (!folder.valid()) return running;
  for (const std::string& name : names_in(folder.get())) {
    const std::int64_t process = process_of(name);
    const std::uint64_t start = start_of_process(process);
    const auto states = read_states(folder.get(), name);
    const bool alive = start != 0 && (!states || states->process_start == start);
    if (!alive) unlinkat(folder.get(), name.c_str(), 0);
    if (alive && states && states->process == process && name.ends_with(".state") &&
        running.size() < most_programs)
      running.push_back(*states);
  }
  std::sort(running.begin(), running.end(),
            [](const DeviceStates& one, const DeviceStates& other) { return one.process < other.process; });
  return running;
}

DeviceStates idle_device_states() {
  DeviceStates states;
  states.devices = std::min<std::uint64_t>(number_setting("GRIDMARK_DEVICES", 1), DeviceStates::most_devices);
  const unsigned long mib = number_setting("GRIDMARK_DEVICE_MEMORY_MIB", 0);
  for (DeviceState& device : states.device)
    if (mib > 0) device.memory_total = std::min<std::uint64_t>(mib, std::uint64_t{1} << 20) << 20;
  return states;
}

Result<WatchedProgram> watch_program(const std::vector<std::string>& command) {
  const SampleFile file;
  if (!file.valid()) return failure(Error::Source::filesystem, file.path(), std::strerror(errno));
  std::vector<std::string> environment = own_environment();
  environment.push_back("GRIDMARK_SMI_SAMPLES=" + file.path());
  std::vector<std::string> words = command;
  pid_t child = 0;
  const int problem = posix_spawnp(&child, command.front().c_str(), nullptr, nullptr,
                                   argument_pointers(words).data(), argument_pointers(environment).data());
  if (problem != 0)
    return failure(Error::Source::usage, command.front(),
                   std::string("cannot be started: ") + std::strerror(problem));
  const int exit_code = wait_for_program(child);
  return WatchedProgram{exit_code, file.samples()};
}

bool has_real_gpu() { return access("/dev/nvidiactl", F_OK) == 0; }

std::string local_time() {
  using namespace std::chrono;
  const auto now = time_point_cast<milliseconds>(system_clock::now());
  const std::time_t seconds = system_clock::to_time_t(now);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[64], all[80];
  std::strftime(text, sizeof text, "%Y/%m/%d %H:%M:%S", &parts);
  std::snprintf(all, sizeof all, "%s.%03d", text, static_cast<int>(now.time_since_epoch().count() % 1000));
  return all;
}

bool sleep_seconds(double seconds, const StopFlag& stop) {
  pollfd stopped{stop.descriptor(), POLLIN, 0};
  poll(&stopped, 1, static_cast<int>(seconds * 1000));
  return !stop.requested();
}

}  // namespace gridmark::system

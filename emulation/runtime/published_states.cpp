#include "emulation/runtime/published_states.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/published_folder.h"
#include "emulation/distrust.h"
#include "emulation/runtime/board.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/streams.h"
#include "protocol/device_states.h"

namespace gridmark::emulation {
namespace {

using Clock = std::chrono::steady_clock;

/// Some files at once and then one in 10 ms, so that a program that does nothing else loses less than 1
/// percent.
constexpr double most_files = 64, files_per_second = 100;
constexpr std::uint64_t most_samples = 3600;  ///< of `gridmark smi -- PROGRAM`: a file of 5 MB

DeviceState state_of(int device, Nanoseconds now) {
  const BoardSample sample = sample_board(device, now);
  DeviceState state;
  state.gpu_share = sample.gpu_share;
  state.memory_share = sample.memory_share;
  state.watts = sample.watts;
  state.limit_watts = board_profile.limit_watts;
  state.celsius = sample.celsius;
  state.sm_megahertz = sample.sm_megahertz;
  state.most_sm_megahertz = device_profile.clock_khz / 1000;
  state.memory_megahertz = device_profile.memory_clock_khz / 1000;
  state.throttle_reasons = throttle_reasons(sample);
  state.memory_used = DeviceMemory::instance().used(device);
  state.memory_total = DeviceMemory::instance().capacity();
  return state;
}

DeviceStates states_at(Nanoseconds now) {
  DeviceStates states;
  states.process = getpid();
  states.process_start = start_of_process(states.process);
  states.seconds = now / 1e9;
  std::strncpy(states.program.data(), program_invocation_name, states.program.size() - 1);
  states.devices = static_cast<std::uint64_t>(device_count());
  for (int device = 0; device < device_count(); ++device)
    states.device[static_cast<std::size_t>(device)] = state_of(device, now);
  return states;
}

bool write_states(int file, const DeviceStates& states) {
  return write(file, &states, sizeof states) == static_cast<ssize_t>(sizeof states);
}

/// A forked child publishes its own file.
class Publisher {
 public:
  void look() {
    const Clock::time_point now = Clock::now();
    files_left_ = std::min(
        most_files, files_left_ + files_per_second * std::chrono::duration<double>(now - last_look_).count());
    last_look_ = now;
    if (files_left_ < 1 || (process_ != getpid() && !begin())) return;
    const DeviceStates states = states_at(Streams::instance().host_time());
    if (std::memcmp(&states, &written_, sizeof states) == 0) return;
    files_left_ -= 1;
    written_ = states;
    replace();
  }

  void end() {
    if (process_ == getpid() && folder_.valid()) unlinkat(folder_.get(), name_.c_str(), 0);
  }

 private:
  bool begin() {
    process_ = getpid();
    name_ = state_file_name(process_);
    const std::string path = published_folder();
    if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST) return false;
    folder_ = open_own_folder(path);
    return folder_.valid();
  }

  void replace() {
    if (!folder_.valid()) return;
    const std::string next = name_ + ".new";
    const FileDescriptor file(openat(folder_.get(), next.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                                     S_IRUSR | S_IWUSR));
    if (file.valid() && write_states(file.get(), written_) &&
        renameat(folder_.get(), next.c_str(), folder_.get(), name_.c_str()) == 0)
      return;
    unlinkat(folder_.get(), next.c_str(), 0);
  }

  FileDescriptor folder_;
  std::string name_;
  pid_t process_ = 0;
  double files_left_ = most_files;
  Clock::time_point last_look_ = Clock::now();
  DeviceStates written_;
};

Publisher& publisher() {
  static auto* only = new Publisher;
  return *only;
}

/// Writer of the file that `gridmark smi -- PROGRAM` reads. The file already exists.
class Recorder {
 public:
  Recorder() : process_(getpid()) {
    const char* path = program_is_distrusted() ? nullptr : std::getenv("GRIDMARK_SMI_SAMPLES");
    if (!path) return;
    file_ = FileDescriptor(open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
    unsetenv("GRIDMARK_SMI_SAMPLES");  // it is for this program, not for its children
    if (file_.valid()) std::atexit(end);
  }
  bool wanted() const { return file_.valid(); }
  void record_before(Nanoseconds time) {
    for (; next_ <= time && samples_ < most_samples; next_ += 1e9, ++samples_)
      write_states(file_.get(), states_at(next_));
  }

 private:
  static void end();

  FileDescriptor file_;
  pid_t process_;
  Nanoseconds next_ = 1e9;
  std::uint64_t samples_ = 0;
};

Recorder& recorder() {
  static auto* only = new Recorder;
  return *only;
}

void Recorder::end() {
  const DeviceLock lock(device_mutex());
  Recorder& all = recorder();
  if (all.process_ != getpid()) return;
  const Nanoseconds now = Streams::instance().host_time();
  all.record_before(now);
  write_states(all.file_.get(), states_at(now));
}

bool publishes() {
  static const bool wanted = [] {
    const char* setting = std::getenv("GRIDMARK_SMI");
    const bool wished = !setting || std::strcmp(setting, "0") != 0;
    if (program_is_distrusted() || !wished || !broken_board_script().empty()) return false;
    std::atexit([] {
      const DeviceLock lock(device_mutex());
      publisher().end();
    });
    recorder();
    return true;
  }();
  return wanted;
}

}  // namespace

void publish_states() {
  if (publishes()) publisher().look();
}

void record_states(Nanoseconds time) {
  static const bool wanted = publishes() && recorder().wanted();
  if (wanted) recorder().record_before(time);
}

}  // namespace gridmark::emulation

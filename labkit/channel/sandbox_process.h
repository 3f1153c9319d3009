#pragma once
#include <sys/types.h>

#include <mutex>
#include <string>
#include <vector>

namespace gridmark::channel {

/// A running gridmark-sandbox with a worker inside. The destructor ends it and all its processes.
class SandboxProcess {
 public:
  /// Starts `command`. `control` and `socket` become the worker's fixed descriptors. The launcher's report
  /// comes back to this object. Throws std::system_error if the launcher cannot be started.
  SandboxProcess(const std::vector<std::string>& command, int control, int socket);
  SandboxProcess(const SandboxProcess&) = delete;
  SandboxProcess& operator=(const SandboxProcess&) = delete;
  ~SandboxProcess();

  pid_t id() const { return pid_; }
  bool has_ended();
  /// Asks the launcher to end the run. Callable from any thread.
  void kill();
  /// Asks the launcher to end the run. Only for the thread that waits for the end.
  void ask_to_stop();
  /// Asks the launcher to end the run, and waits for the end.
  void stop();
  /// The launcher's report in JSON. Call it after the end.
  const std::string& report();

  static constexpr int report_descriptor = 12;

 private:
  void drain();
  pid_t pid_ = -1;
  int report_ = -1;
  bool ended_ = false;
  std::mutex reaping_;
  std::string text_;
};

}  // namespace gridmark::channel

#pragma once
#include <sys/types.h>

#include <mutex>
#include <string>
#include <vector>

namespace gridmark::channel {

/// A running gridmark-sandbox with a worker inside. The destructor ends it and everything in it.
class SandboxProcess {
 public:
  /// Starts `command`; `control` and `socket` become the worker's fixed descriptors, the report comes back
  /// here. Throws std::system_error when the launcher cannot be started.
  SandboxProcess(const std::vector<std::string>& command, int control, int socket);
  SandboxProcess(const SandboxProcess&) = delete;
  SandboxProcess& operator=(const SandboxProcess&) = delete;
  ~SandboxProcess();

  pid_t id() const { return pid_; }
  bool has_ended();
  /// From any thread: asks the launcher to end the run.
  void kill();
  /// The same, from the thread that waits for the end.
  void ask_to_stop();
  /// Asks, and waits until it has ended.
  void stop();
  /// The launcher's report, JSON; call after the end.
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

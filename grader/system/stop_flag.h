#pragma once
#include <atomic>

#include "base/file_descriptor.h"

namespace gridmark::system {

/// The user's request to stop. Once set it stays set. Every long wait checks it.
class StopFlag {
 public:
  StopFlag();
  bool requested() const { return requested_.load(); }
  /// Becomes and stays readable when a stop is requested. For poll().
  int descriptor() const { return event_.get(); }
  /// May be called from a signal handler.
  void request();

 private:
  std::atomic<bool> requested_ = false;
  FileDescriptor event_;
};

/// Makes the first SIGINT, SIGTERM or SIGHUP request a stop. The second ends the process at once, with all
/// children that run_process started. `flag` must live as long as the process.
void stop_on_signals(StopFlag& flag);

}  // namespace gridmark::system

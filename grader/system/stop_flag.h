#pragma once
#include <atomic>

#include "base/file_descriptor.h"

namespace gridmark::system {

/// "The user wants to stop." Once set it stays set. Whatever waits for long looks at it.
class StopFlag {
 public:
  StopFlag();
  bool requested() const { return requested_.load(); }
  /// Becomes readable when a stop is requested, and stays so; for poll().
  int descriptor() const { return event_.get(); }
  /// May be called from a signal handler.
  void request();

 private:
  std::atomic<bool> requested_ = false;
  FileDescriptor event_;
};

/// From now on the first SIGINT, SIGTERM or SIGHUP requests a stop; the second ends the process at once, and
/// with it all children that run_process started. `flag` must live as long as the process.
void stop_on_signals(StopFlag& flag);

}  // namespace gridmark::system

#pragma once
// Starts the ranks of a program, is the network between them, and waits for their end.
//
// Theory of operation. SIGCHLD and the signals that ask us to stop are blocked in all our threads and taken
// with sigtimedwait(). Each rank has a process group, which is killed when its first process has ended. The
// switchboard has a thread. It ends when all sockets are closed, or is stopped when all ranks have ended.
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::ranks {

/// We were asked to stop.
struct Stopped {};

/// A program cannot be started.
struct CannotStart : std::runtime_error {
  using runtime_error::runtime_error;
};

/// How a rank ended.
struct Ended {
  int exit_code = 0;  ///< of use where signal is 0
  int signal = 0;
  bool by_us = false;  ///< --kill, or another rank had failed
};

struct Run {
  std::vector<Ended> ranks;
  router::Report network;
  int first_failed = -1;   ///< the first rank that failed by itself
  bool timed_out = false;  ///< a limit has ended it

  bool failed() const { return first_failed >= 0 || timed_out || network.trouble.has_value(); }
};

/// Why a run failed, in one line; "" where it did not.
std::string in_words(const Run& run);

enum class Output { passed_on, labelled, hidden };

/// Make one before the first thread.
class Launcher {
 public:
  Launcher();
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Runs `settings.world` copies of the program, with /dev/null as their input.
  ///
  /// limit   seconds; 0: none
  /// errors  Stopped, CannotStart
  Run run(const std::vector<std::string>& program, const router::Settings& settings, Output output,
          double limit = 0) const;

 private:
  sigset_t awaited_;
  sigset_t before_;
};

}  // namespace gridmark::ranks

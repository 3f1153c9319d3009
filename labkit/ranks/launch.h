#pragma once
// Starts the ranks of a program, acts as the network between them, and waits for their end.
//
// Theory of operation. SIGCHLD and the signals that ask for a stop are blocked in all threads and taken with
// sigtimedwait(). Each rank has a process group. The group is killed when its first process has ended. The
// switchboard has a thread. It ends when all sockets are closed, or is stopped when all ranks have ended.
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::ranks {

/// A stop was requested.
struct Stopped {};

/// A program cannot be started.
struct CannotStart : std::runtime_error {
  using runtime_error::runtime_error;
};

/// How a rank ended.
struct Ended {
  int exit_code = 0;  ///< valid if signal is 0
  int signal = 0;
  bool by_us = false;  ///< because of --kill or another rank's failure
};

struct Run {
  std::vector<Ended> ranks;
  router::Report network;
  int first_failed = -1;   ///< the first rank that failed without an outside cause
  bool timed_out = false;  ///< a limit ended it

  bool failed() const { return first_failed >= 0 || timed_out || network.trouble.has_value(); }
};

/// Why a run failed, in one line. "" if it succeeded.
std::string in_words(const Run& run);

enum class Output { passed_on, labelled, hidden };

/// Make one before the first thread starts.
class Launcher {
 public:
  Launcher();
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Runs `settings.world` copies of the program, with /dev/null as their input.
  ///
  /// limit   seconds, 0 for none
  /// errors  Stopped, CannotStart
  Run run(const std::vector<std::string>& program, const router::Settings& settings, Output output,
          double limit = 0) const;

 private:
  sigset_t awaited_;
  sigset_t before_;
};

}  // namespace gridmark::ranks

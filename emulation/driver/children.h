#pragma once
// Theory of operation
// gridmark-cc runs up to two compilers at a time from one thread. SIGCHLD and the signals that end a program
// are blocked from start to end and taken with sigwaitinfo, so that nothing happens at an arbitrary point:
// either a child has ended, or we were told to stop and every child is ended first. Each child has its own
// process group, because the compiler is itself a tree of processes; no shell is involved.
#include <sys/types.h>

#include <csignal>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::driver {

/// We were told to stop; every child has ended. Thrown so that temporary files go on the way out.
struct Interrupted {
  int signal;
};

/// The compiler could not be run at all: not the source's fault.
struct CannotRun : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Open descriptors that become a child's; -1 is /dev/null.
struct Descriptors {
  int input = -1;
  int output = -1;
  int messages = -1;
};

class Children {
 public:
  struct Ended {
    pid_t pid;
    int exit_code;  ///< 128 + n for signal n
  };

  Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  /// Ends what still runs and restores the signal mask.
  ~Children();

  /// The program is looked up in PATH. Throws CannotRun.
  pid_t start(const std::vector<std::string>& command, const Descriptors& descriptors);
  /// Whether one has not been told of as ended.
  bool any() const { return !running_.empty(); }
  /// Blocks until a child ends. Throws Interrupted.
  Ended wait();
  /// Ends a child that runs; it is not told of by wait().
  void end(pid_t pid);

 private:
  bool reap(Ended& ended);
  void end_all();

  sigset_t awaited_;
  sigset_t mask_before_;
  std::set<pid_t> running_;
};

}  // namespace gridmark::driver

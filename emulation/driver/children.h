#pragma once
// Theory of operation
// gridmark-cc runs up to two compilers at a time from one thread. SIGCHLD and the signals that end a program
// are blocked from start to end and taken with sigwaitinfo. They are thus handled only in two cases: a child
// has ended, or the user stopped the program and every child is ended first. Each child has its own process
// group, because the compiler is itself a tree of processes. No shell is used.
#include <sys/types.h>

#include <csignal>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::driver {

/// A signal stopped the program, and every child has ended. Thrown so that temporary files are removed.
struct Interrupted {
  int signal;
};

/// The compiler could not be run at all, which is not an error in the source.
struct CannotRun : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Open descriptors that become a child's. -1 is /dev/null.
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
  /// Ends the running children and restores the signal mask.
  ~Children();

  /// Looks up the program in PATH and starts it. Throws CannotRun.
  pid_t start(const std::vector<std::string>& command, const Descriptors& descriptors);
  /// True if the end of a child has not been reported.
  bool any() const { return !running_.empty(); }
  /// Blocks until a child ends. Throws Interrupted.
  Ended wait();
  /// Ends a running child. wait() does not report it.
  void end(pid_t pid);

 private:
  bool reap(Ended& ended);
  void end_all();

  sigset_t awaited_;
  sigset_t mask_before_;
  std::set<pid_t> running_;
};

}  // namespace gridmark::driver

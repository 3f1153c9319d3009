#pragma once
// Programs that run one after the other, and a user who may stop them.
//
// Theory of operation. SIGCHLD and the signals that ask us to stop are blocked in all our threads and taken
// with sigwaitinfo(), so nothing happens at an arbitrary point. Each program has a process group of its own.
// When it ends, or we are asked to stop, the rest of its group is killed.
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::disk {

/// We were asked to stop. Thrown, so that temporary files go on the way out.
struct Stopped {};

/// A program cannot be started.
struct CannotStart : std::runtime_error {
  using runtime_error::runtime_error;
};

/// How a program ended.
struct Ended {
  int exit_code = 0;  ///< of use where signal is 0
  int signal = 0;
};

/// "exited with 3", "was ended by signal 11 (Segmentation fault)"
std::string in_words(const Ended& ended);

/// Make one before the first thread.
class ChildProcesses {
 public:
  ChildProcesses();
  ~ChildProcesses();
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Runs a program to its end, with /dev/null as its input.
  ///
  /// output      a descriptor for what it prints, its errors too; -1: our standard error
  /// descriptor  the program has ours as number 47; -1: none
  /// errors      Stopped, CannotStart
  Ended run(const std::vector<std::string>& command, int output, int descriptor = -1) const;

  static constexpr int given_descriptor = 47;

 private:
  sigset_t awaited_;
  sigset_t before_;
};

}  // namespace gridmark::disk

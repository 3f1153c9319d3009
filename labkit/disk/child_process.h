#pragma once
// Runs programs one after the other. A user may stop them.
//
// Theory of operation. SIGCHLD and the signals that ask for a stop are blocked in all threads and taken with
// sigwaitinfo(). So nothing happens at an arbitrary point. Each program has a separate process group. When
// the program ends or a stop is requested, the rest of its group is killed.
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::disk {

/// A stop was requested. It is thrown, so that temporary files are removed on the way out.
struct Stopped {};

/// A program cannot be started.
struct CannotStart : std::runtime_error {
  using runtime_error::runtime_error;
};

/// How a program ended.
struct Ended {
  int exit_code = 0;  ///< valid if signal is 0
  int signal = 0;
};

/// "exited with 3", "was ended by signal 11 (Segmentation fault)"
std::string in_words(const Ended& ended);

/// Make one before the first thread starts.
class ChildProcesses {
 public:
  ChildProcesses();
  ~ChildProcesses();
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Runs a program to its end, with /dev/null as its input.
  ///
  /// output      a descriptor for its output and its errors, or -1 for our standard error
  /// descriptor  the program gets it as number 47, or -1 for none
  /// errors      Stopped, CannotStart
  Ended run(const std::vector<std::string>& command, int output, int descriptor = -1) const;

  static constexpr int given_descriptor = 47;

 private:
  sigset_t awaited_;
  sigset_t before_;
};

}  // namespace gridmark::disk

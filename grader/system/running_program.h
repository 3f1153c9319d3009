#pragma once
#include <signal.h>
#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"
#include "grader/core/error.h"

namespace gridmark::system {

/// The destination of a program's output and errors.
enum class ProgramOutput {
  as_ours,    ///< the same as ours
  to_errors,  ///< both to our errors
  kept        ///< to wait()'s caller
};

/// A program of the user that runs in the terminal while gridmark does something else.
///
/// Theory of operation: signals that end a process are blocked here and read from a descriptor. Ctrl-C
/// reaches the program directly, because it is in the terminal's group. A signal that a process sent to
/// gridmark is passed on. So only the program decides when it ends.
class RunningProgram {
 public:
  /// variables  "NAME=VALUE", added to our environment
  /// errors     usage: it cannot be started
  static Result<std::unique_ptr<RunningProgram>> start(const std::vector<std::string>& command,
                                                       const std::vector<std::string>& variables,
                                                       ProgramOutput output);
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  /// If the program still runs, it continues without us.
  ~RunningProgram();

  /// Waits for `seconds`, or to the program's end. With ProgramOutput::kept, its output goes to `show` as it
  /// comes.
  ///
  /// returns  its exit code once it has ended: 128 and the signal's number, as in a shell
  std::optional<int> wait(double seconds, const std::function<void(std::string_view)>& show);

 private:
  RunningProgram();
  void take_output(const std::function<void(std::string_view)>& show);
  std::optional<int> take_signal();

  sigset_t before_{};
  FileDescriptor signals_, output_;
  pid_t process_ = -1;
  std::optional<int> exit_code_;
};

}  // namespace gridmark::system

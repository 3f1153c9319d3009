#pragma once
// Isolation of a run from the machine. Each mode is a file: bubblewrap_mode, landlock_mode, none_mode.
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// A failure of the sandbox itself. what() is for an operator.
struct SandboxFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class IsolationMode {
 public:
  virtual ~IsolationMode() = default;
  virtual std::string_view name() const = 0;

  /// In the child, before exec: does the steps that need the caller's privileges and gives these up. Returns
  /// the command line that starts `gridmark-sandbox stub` isolated. Throws SandboxFailure.
  virtual std::vector<std::string> enter(const Options& options) const = 0;
};

std::unique_ptr<IsolationMode> make_bubblewrap_mode();

/// These two make a scratch folder for /box and /tmp, which is removed with the mode. They throw
/// SandboxFailure.
std::unique_ptr<IsolationMode> make_landlock_mode();
std::unique_ptr<IsolationMode> make_none_mode();

/// The file of the running program.
std::string own_program();

/// `program stub ...`, with the options that the stub needs.
std::vector<std::string> stub_command(const std::string& program, const Options& inside);

}  // namespace gridmark::sandbox

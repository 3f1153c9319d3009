#pragma once
// Starts the wrapper of an isolation mode, and so the stub and the command behind it.
#include <sys/types.h>

#include <csignal>
#include <memory>

#include "base/file_descriptor.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/options.h"
#include "grader/sandbox/resource_control.h"

namespace gridmark::sandbox {

/// What the supervisor holds of a run that has begun.
struct Launched {
  pid_t child = -1;                 ///< the wrapper
  FileDescriptor child_descriptor;  ///< readable when the wrapper has ended
  FileDescriptor channel;           ///< the stub's words
  FileDescriptor output;            ///< stdout and stderr of everything inside; does not block
  std::unique_ptr<ResourceControl> control;
};

/// The signals that ask the supervisor to end a run; it keeps them blocked, what it starts does not.
sigset_t stop_signals();

/// Failures of the wrapper itself come as a line of output. Throws SandboxFailure when nothing was started.
Launched launch(const Options& options, const IsolationMode& mode);

}  // namespace gridmark::sandbox

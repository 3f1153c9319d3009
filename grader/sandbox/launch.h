#pragma once
// Starts the wrapper of an isolation mode, which starts the stub and the command.
#include <sys/types.h>

#include <csignal>
#include <memory>

#include "base/file_descriptor.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/options.h"
#include "grader/sandbox/resource_control.h"

namespace gridmark::sandbox {

/// The supervisor's handles of a started run.
struct Launched {
  pid_t child = -1;                 ///< the wrapper
  FileDescriptor child_descriptor;  ///< readable when the wrapper has ended
  FileDescriptor channel;           ///< messages of the stub
  FileDescriptor output;            ///< stdout and stderr of everything inside, non-blocking
  std::unique_ptr<ResourceControl> control;
};

/// The signals that ask the supervisor to end a run. They are blocked in the supervisor, but not in its
/// children.
sigset_t stop_signals();

/// Starts a run. Failures of the wrapper come as a line of output. Throws SandboxFailure if nothing was
/// started.
Launched launch(const Options& options, const IsolationMode& mode);

}  // namespace gridmark::sandbox

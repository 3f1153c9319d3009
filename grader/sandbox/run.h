#pragma once
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/options.h"
#include "grader/sandbox/report.h"

namespace gridmark::sandbox {

struct RunResult {
  Report report;
  bool started = false;  ///< the stub ran: what the mode needs is there
};

/// One run in one mode, from the launch to the account. The supervisor's file tells how it works.
/// Throws SandboxFailure when nothing could be started.
RunResult run_in_mode(const Options& options, const IsolationMode& mode);

}  // namespace gridmark::sandbox

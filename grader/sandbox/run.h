#pragma once
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/options.h"
#include "grader/sandbox/report.h"

namespace gridmark::sandbox {

struct RunResult {
  Report report;
  bool started = false;  ///< the stub ran, so the mode works here
};

/// One run in one mode, from the launch to the report. supervisor.cpp explains how it works. Throws
/// SandboxFailure if nothing could be started.
RunResult run_in_mode(const Options& options, const IsolationMode& mode);

}  // namespace gridmark::sandbox

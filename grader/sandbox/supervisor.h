#pragma once
#include "grader/sandbox/options.h"
#include "grader/sandbox/report.h"

namespace gridmark::sandbox {

/// Runs the command of `options` and reports the result. Blocks until the end and leaves no process behind.
///
/// errors  failures of the sandbox are reported as End::internal with the reason in detail
Report supervise(const Options& options);

struct Probe {
  std::string mode;            ///< the best mode that works here
  std::string control;         ///< the best resource control that works here
  std::string why_not_better;  ///< empty if no better mode exists
  std::string fix;             ///< one command, if known
};

/// Tests each mode by running a command, because the presence of files and settings is not enough evidence.
Probe probe_modes();

}  // namespace gridmark::sandbox

#pragma once
#include "grader/sandbox/options.h"
#include "grader/sandbox/report.h"

namespace gridmark::sandbox {

/// Runs the command of `options` and says what happened. Blocks; leaves no process behind.
///
/// errors  the sandbox's own come back as End::internal with the reason in detail
Report supervise(const Options& options);

struct Probe {
  std::string mode;            ///< the best that works here
  std::string control;         ///< who counts and caps here
  std::string why_not_better;  ///< empty when nothing better exists
  std::string fix;             ///< one command, where one is known
};

/// Finds out by running a command for real: the presence of files and of settings says too little.
Probe probe_modes();

}  // namespace gridmark::sandbox

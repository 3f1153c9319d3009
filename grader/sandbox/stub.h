#pragma once
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Runs the command as the first process inside the sandbox, and never returns.
[[noreturn]] void run_stub(const Options& options);

}  // namespace gridmark::sandbox

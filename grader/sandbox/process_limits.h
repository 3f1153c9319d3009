#pragma once
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Sets the kernel's limits for each process, on the calling process.
///
/// others  processes and threads that already count against this user and are not the command's
void set_process_limits(const Options& options, std::int64_t others);

}  // namespace gridmark::sandbox

#pragma once
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::cli {

/// `gridmark doctor --timing`: says whether verdicts on time mean something on this machine, what disturbs
/// them, and what the machine can do.
/// returns  an exit code: exit_passing where timed items can be judged, exit_below where they would be
/// deferred
int check_timing(const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::cli

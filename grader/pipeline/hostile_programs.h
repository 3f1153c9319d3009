#pragma once
// The attacks of tests/sandbox, run as programs of their own: their table, and what is expected of each, is
// there.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/verified_case.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark {

/// Every attack in every isolation that this machine can give, in `jobs` processes.
///
/// errors  toolchain: the tests of the sandbox are not built, or ended before all attacks were run
Result<std::vector<VerifiedCase>> run_hostile_programs(const ProgramPaths& paths, int jobs,
                                                       const StopFlag& stop);

/// What GoogleTest printed -> a case for each test that ended.
std::vector<VerifiedCase> read_test_output(const std::string& output);

}  // namespace gridmark

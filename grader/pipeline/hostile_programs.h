#pragma once
// Runs the attacks of tests/sandbox and the hostile sources of tests/compile as separate programs. Those
// folders have the attacks and the expected outcomes.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/verified_case.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

/// Runs every attack in every isolation that this machine supports, in `jobs` processes.
///
/// errors  toolchain: one of the programs is not built, or ended before all its attacks were run
Result<std::vector<VerifiedCase>> run_hostile_programs(const system::ProgramPaths& paths, int jobs,
                                                       const system::StopFlag& stop);

/// Adds the complaints and seconds of the same attacks in run number `run` to `attacks`.
void add_repetition(std::vector<VerifiedCase>& attacks, const std::vector<VerifiedCase>& again, int run);

/// Reads GoogleTest's output: a case for each test that ended, still without a group.
std::vector<VerifiedCase> read_test_output(const std::string& output);

}  // namespace gridmark::pipeline

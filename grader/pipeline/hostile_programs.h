#pragma once
// The attacks of tests/sandbox and the hostile sources of tests/compile, run as programs of their own: their
// tables, and what is expected of each, are there.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/verified_case.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

/// Every attack in every isolation that this machine can give, in `jobs` processes.
///
/// errors  toolchain: one of the programs is not built, or ended before all its attacks were run
Result<std::vector<VerifiedCase>> run_hostile_programs(const system::ProgramPaths& paths, int jobs,
                                                       const system::StopFlag& stop);

/// The same attacks once more, as run number `run`: its complaints and seconds are added to those of
/// `attacks`.
void add_repetition(std::vector<VerifiedCase>& attacks, const std::vector<VerifiedCase>& again, int run);

/// What GoogleTest printed -> a case for each test that ended, of no group yet.
std::vector<VerifiedCase> read_test_output(const std::string& output);

}  // namespace gridmark::pipeline

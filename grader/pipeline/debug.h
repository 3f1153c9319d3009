#pragma once
// The flow of a debugging session: compile in process, then hand the terminal over.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

struct DebugRequest {
  Lab lab;
  Rubric rubric;
  std::filesystem::path submission;
  std::string test;  ///< as `gridmark test` takes it: a test, a suite or an item of the rubric; empty: all
  bool gdb = false;
};

/// Builds results/LAB/in-process.
/// returns  the command to become
///
/// errors  as tests_of, chosen_tests and build_in_process; submission: it does not compile (the compiler's
/// words)
Result<std::vector<std::string>> prepare_debug(const DebugRequest& request, const system::ProgramPaths& paths,
                                               const system::StopFlag& stop);

}  // namespace gridmark::pipeline

#pragma once
// The flow of a debugging session: build tests and submission as one program, then run it or gdb.
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
  std::string test;  ///< as in `gridmark test`: a test, a suite or an item of the rubric. Empty: all
  bool gdb = false;
};

/// Builds results/LAB/in-process.
///
/// returns  the command that replaces this process
/// errors   those of tests_of, chosen_tests and build_in_process. submission: it does not compile (the
///          compiler's message)
Result<std::vector<std::string>> prepare_debug(const DebugRequest& request, const system::ProgramPaths& paths,
                                               const system::StopFlag& stop);

}  // namespace gridmark::pipeline

#pragma once
// Runs a lab's benchmarks on one submission. Nothing is scored.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/sweep.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

struct BenchmarkRequest {
  Lab lab;
  std::filesystem::path submission;
  system::Trust trust = system::Trust::no;
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};  ///< as in GradeRequest
};

/// Stages and compiles the submission as for a grade, then runs the lab's benchmarks on it in the sandbox.
///
/// progress  gets the current step
/// errors    lab: it has no benchmarks. submission: it does not compile or is refused, with the first line of
///           the reason. checker: the benchmarks failed. Errors of the steps
Result<Sweep> run_benchmarks(const BenchmarkRequest& request, const system::ProgramPaths& paths,
                             const system::StopFlag& stop,
                             const std::function<void(const std::string&)>& progress);

}  // namespace gridmark::pipeline

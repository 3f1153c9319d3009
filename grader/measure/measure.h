#pragma once
// Runs a lab's checker against the workers that were built, and reads its results.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/build.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/core/sweep.h"
#include "grader/core/test_result.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

/// One run of a checker.
struct MeasureRequest {
  const Lab& lab;
  Device device = Device::emulated;
  std::vector<Build> workers;     ///< builds that passed, one per flavour
  std::string test_filter = "*";  ///< in GoogleTest's notation
  system::Trust trust = system::Trust::no;
  std::filesystem::path folder;            ///< for the results, must exist
  std::filesystem::path sources = {};      ///< the staged files, whose lines can explain a failure
  std::filesystem::path checker = {};      ///< empty: the lab's, with its hidden tests
  std::filesystem::path profile = {};      ///< to be written: each call line by line, all of them counted
  const Rubric* paired_timings = nullptr;  ///< has the limits for which timed items are settled
  double tolerance = 0.03;                 ///< of the machine check: the reference against itself
  std::string replacement = {};            ///< "zeros:0": a wrong reply, to prove the tests, never in a grade
  std::string seed = {};  ///< of inputs, to repeat a run. Empty: GRIDMARK_SEED, or fresh ones
};

/// Called while the checker runs: tests done, and tests that will run (0 while unknown).
using MeasureProgress = std::function<void(int done, int total)>;

/// errors  checker: it could not be started, stopped early, or wrote an invalid result
Result<CheckerResults> measure(const MeasureRequest& request, const system::ProgramPaths& paths,
                               const system::StopFlag& stop, const MeasureProgress& progress);

/// Runs a lab's benchmarks. The filter is not used.
///
/// errors  checker: they could not be started, stopped early, were stopped, or wrote an invalid sweep
Result<Sweep> measure_benchmarks(const MeasureRequest& request, const system::ProgramPaths& paths,
                                 const system::StopFlag& stop);

}  // namespace gridmark::measure

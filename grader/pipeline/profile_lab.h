#pragma once
// Memory traffic of a submission's calls, next to the reference solution's.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/rubric.h"
#include "grader/core/test_run.h"
#include "grader/pipeline/grade.h"

namespace gridmark::pipeline {

struct ProfileRequest {
  Lab lab;
  Rubric rubric;
  std::filesystem::path submission;
  std::string wanted;  ///< a test, a suite, an item of the rubric, or an operation. Empty: the counted tests
  system::Trust trust = system::Trust::no;
  std::string seed = {};  ///< of inputs, or empty for fresh ones
};

struct LabProfile {
  std::vector<CallProfile> calls;      ///< in the order in which they ran
  std::vector<CallProfile> reference;  ///< the solution's, or empty if the lab keeps none
  TestRun run;                         ///< the outcome of the tests
};

/// Builds the counted flavour and runs the announced tests. All their calls are counted.
///
/// errors  all faults except the student's. usage: `wanted` names neither a test nor an operation
Result<LabProfile> profile_lab(const ProfileRequest& request, const Context& context);

/// The calls of the lab's solution whose counts depend only on their sizes: those that two runs with
/// different inputs have in common. The inputs of each run are the same every time.
///
/// errors  those of profile_lab. lab: there is no solution here, or it fails
Result<std::vector<CallProfile>> reference_calls(const ProfileRequest& request, const Context& context);

/// labs/NAME/reference.json
std::filesystem::path reference_file(const Lab& lab);

}  // namespace gridmark::pipeline

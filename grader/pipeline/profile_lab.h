#pragma once
// What a submission's calls do to memory, next to the reference solution's.
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
  std::string
      wanted;  ///< a test, a suite, an item of the rubric, or an operation; empty: the tests that count
  system::Trust trust = system::Trust::no;
  std::string seed = {};  ///< of inputs; empty: fresh ones
};

struct LabProfile {
  std::vector<CallProfile> calls;      ///< in the order in which they ran
  std::vector<CallProfile> reference;  ///< the solution's; empty where the lab keeps none
  TestRun run;                         ///< how the tests went
};

/// Builds the counted flavour and runs the announced tests, all their calls counted.
///
/// errors  all that is not the student's doing; usage: `wanted` names neither test nor operation
Result<LabProfile> profile_lab(const ProfileRequest& request, const Context& context);

/// The calls of the lab's solution whose counts depend on nothing but their sizes: those that two runs with
/// different inputs have in common. The inputs of each are the same every time.
///
/// errors  as profile_lab; lab: there is no solution here, or it fails
Result<std::vector<CallProfile>> reference_calls(const ProfileRequest& request, const Context& context);

/// labs/NAME/reference.json
std::filesystem::path reference_file(const Lab& lab);

}  // namespace gridmark::pipeline

#pragma once
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/test_result.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

/// The tests of a lab, grouped by whether students have their source.
struct LabTests {
  std::vector<std::string> announced;
  std::vector<std::string> hidden;
};

/// Asks the lab's checkers. Has the errors of list_tests.
Result<LabTests> lab_tests(const std::string& lab, const system::ProgramPaths& paths,
                           const system::StopFlag& stop);

/// Sets for each test when students may know of it. If the checker without hidden tests does not answer, all
/// tests count as hidden. A report that shows too little can be made again.
void mark_visibility(std::vector<TestResult>& tests, const Lab& lab, const system::ProgramPaths& paths,
                     const system::StopFlag& stop);

}  // namespace gridmark::pipeline

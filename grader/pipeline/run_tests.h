#pragma once
// A student's inner loop: stage, compile, test. Nothing is scored.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/rubric.h"
#include "grader/core/test_run.h"
#include "grader/pipeline/grade.h"

namespace gridmark::pipeline {

/// The choice of a lab's tests.
struct TestChoice {
  /// Tests, suites, or items of the rubric. `*` is a wildcard. Empty: all.
  std::vector<std::string> wanted = {};
  bool counted = false;  ///< also counted tests, which otherwise run only if `wanted` names them
  bool hidden = false;   ///< also the course's hidden tests
};

struct TestRequest {
  Lab lab;
  Rubric rubric;
  std::filesystem::path submission;
  TestChoice choice;
  system::Trust trust = system::Trust::no;
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};  ///< as in GradeRequest
};

/// The lab's tests that a student may know of, in the order in which they run. With `hidden`, all tests.
///
/// errors  those of list_tests. usage: the course has no hidden tests here
Result<std::vector<TestEntry>> tests_of(const Lab& lab, const Rubric& rubric, bool hidden,
                                        const system::ProgramPaths& paths, const system::StopFlag& stop);

/// The tests of `all` that the choice names.
///
/// errors  usage: a word that names no test (names the nearest)
Result<std::vector<TestEntry>> chosen_tests(const std::vector<TestEntry>& all, const Rubric& rubric,
                                            const TestChoice& choice);

/// Builds the flavours that the chosen tests need and runs them. If the fast flavour alone finds a wrong
/// answer, it also builds the counted flavour to look for the line that explains it.
///
/// errors  all faults except the student's, which are in the run
Result<TestRun> run_tests(const TestRequest& request, const Context& context);

}  // namespace gridmark::pipeline

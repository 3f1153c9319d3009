#pragma once
// The inner loop: stage, compile, test; nothing is scored.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/rubric.h"
#include "grader/core/test_run.h"
#include "grader/pipeline/grade.h"

namespace gridmark::pipeline {

/// Which of a lab's tests.
struct TestChoice {
  /// Tests, suites, or items of the rubric; `*` is a wildcard; empty: all.
  std::vector<std::string> wanted = {};
  bool counted = false;  ///< those that count, too; without it they run only where `wanted` names them
  bool hidden = false;   ///< the course's hidden tests, too
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

/// The lab's tests that a student may know of, in the order in which they run; with `hidden` all.
///
/// errors  as list_tests; usage: hidden tests of a course that has none here
Result<std::vector<TestEntry>> tests_of(const Lab& lab, const Rubric& rubric, bool hidden,
                                        const system::ProgramPaths& paths, const system::StopFlag& stop);

/// Those of `all` that are asked for.
///
/// errors  usage: a word that names no test (names the nearest)
Result<std::vector<TestEntry>> chosen_tests(const std::vector<TestEntry>& all, const Rubric& rubric,
                                            const TestChoice& choice);

/// Builds the flavours that the chosen tests need and runs them. Where the fast flavour alone finds a wrong
/// answer, the counted one is built, too, to look for the line that explains it.
///
/// errors  all that is not the student's doing; the run says the rest
Result<TestRun> run_tests(const TestRequest& request, const Context& context);

}  // namespace gridmark::pipeline

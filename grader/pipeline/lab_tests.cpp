#include "grader/pipeline/lab_tests.h"

#include <algorithm>

#include "grader/measure/list_tests.h"

namespace gridmark::pipeline {

Result<LabTests> lab_tests(const std::string& lab, const system::ProgramPaths& paths,
                           const system::StopFlag& stop) {
  const auto all = TRY(measure::list_tests(paths.checker(lab), stop));
  const auto announced = TRY(measure::list_tests(paths.announced_checker(lab), stop));
  LabTests tests;
  for (const std::string& test : all) {
    const bool hidden = std::find(announced.begin(), announced.end(), test) == announced.end();
    (hidden ? tests.hidden : tests.announced).push_back(test);
  }
  return tests;
}

void mark_visibility(std::vector<TestResult>& tests, const Lab& lab, const system::ProgramPaths& paths,
                     const system::StopFlag& stop) {
  const Result<std::vector<std::string>> announced =
      measure::list_tests(paths.announced_checker(lab.name), stop);
  for (TestResult& test : tests) {
    const bool known =
        announced && std::find(announced->begin(), announced->end(), test.name) != announced->end();
    test.visibility = known ? Visibility::announced : lab.hidden_tests;
  }
}

}  // namespace gridmark::pipeline

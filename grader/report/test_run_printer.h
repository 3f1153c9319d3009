#pragma once
#include <string>
#include <vector>

#include "grader/core/test_run.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// What a student needs to go on: of each suite the first test that failed, with its message, its place and
/// the lines around it; what was counted; how many tests pass. Says that it is no grade.
std::string print_test_run(const TestRun& run, const TerminalOptions& options);

/// One test a line.
std::string print_test_list(const std::vector<TestEntry>& tests, const std::string& lab);

}  // namespace gridmark::report

#pragma once
#include <string>
#include <vector>

#include "grader/core/test_run.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// The results that help a student to go on. For each suite it prints the first failed test with its message,
/// place and source lines. Then come the counts and the number of passed tests. It states that this is not a
/// grade.
std::string print_test_run(const TestRun& run, const TerminalOptions& options);

/// One test a line.
std::string print_test_list(const std::vector<TestEntry>& tests, const std::string& lab);

}  // namespace gridmark::report

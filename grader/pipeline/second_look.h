#pragma once
// A second look at a failure. The fast flavour does not report a line of the student's. The counted flavour
// can find the race or the access out of bounds behind the failure.
#include <string>
#include <vector>

#include "grader/core/submission.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// The first three failed tests without a line of the student's, in each of a few suites.
std::vector<std::string> unexplained(const std::vector<TestResult>& tests, const Submission& submission);

/// Replaces the first results by those of `again` that have a line of the student's.
void take_over(std::vector<TestResult>& tests, const std::vector<TestResult>& again,
               const Submission& submission);

/// Removes places outside the student's files. They do not help students, and can be paths of this machine.
void forget_other_places(CheckerResults& seen, const Submission& submission);

}  // namespace gridmark::pipeline

#pragma once
// A failure of the fast flavour has no item of the student's: a second look with the counted one may find the
// race or the access out of bounds behind it.
#include <string>
#include <vector>

#include "grader/core/submission.h"
#include "grader/core/test_result.h"

namespace gridmark::pipeline {

/// Of each suite the first three tests that failed where no line of the student's is known; of a few suites.
std::vector<std::string> unexplained(const std::vector<TestResult>& tests, const Submission& submission);

/// Puts what was seen `again` in the place of what was seen first, where it names a line of the student's.
void take_over(std::vector<TestResult>& tests, const std::vector<TestResult>& again,
               const Submission& submission);

/// A place outside the student's files helps no student, and may be a path of this machine.
void forget_other_places(CheckerResults& seen, const Submission& submission);

}  // namespace gridmark::pipeline

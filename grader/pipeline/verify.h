#pragma once
// Grades submissions whose verdicts are known, and reports each verdict that is not the expected one.
#include <functional>
#include <vector>

#include "grader/core/submission_case.h"
#include "grader/core/verified_case.h"
#include "grader/pipeline/grade.h"

namespace gridmark::pipeline {

/// A case with its lab.
struct VerifyRequest {
  Lab lab;
  Rubric rubric;
  SubmissionCase example;
  bool quick = false;  ///< only right or wrong, as in GradeRequest
  int repeat = 1;      ///< measurements of one build, which must all score alike
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};          ///< as in GradeRequest
  const compile::KeptObjects* kept = nullptr;  ///< objects that other cases have compiled
};

/// Grades one case. If it cannot be graded, the reason is a complaint too.
VerifiedCase verify(const VerifyRequest& request, const Context& context);

/// Grades all cases, `jobs` at a time. It compiles shared files once, and calls `done` for each case that
/// ends, one at a time. After a stop the remaining cases are left out.
void verify_all(std::vector<VerifyRequest> requests, int jobs, const Context& context,
                const std::function<void(const VerifiedCase&)>& done);

}  // namespace gridmark::pipeline

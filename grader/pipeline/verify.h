#pragma once
// Grades submissions whose verdicts are known, and says where a verdict is not the one expected.
#include <functional>
#include <vector>

#include "grader/core/submission_case.h"
#include "grader/core/verified_case.h"
#include "grader/pipeline/grade.h"

namespace gridmark::pipeline {

/// A case with the lab that it belongs to.
struct VerifyRequest {
  Lab lab;
  Rubric rubric;
  SubmissionCase example;
  bool quick = false;  ///< right or wrong only, as in GradeRequest
  int repeat = 1;      ///< measurements of what was compiled once; all must score alike
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};          ///< as in GradeRequest
  const compile::KeptObjects* kept = nullptr;  ///< objects that other cases have compiled
};

/// Grades one case. What keeps it from being graded is a complaint too.
VerifiedCase verify(const VerifyRequest& request, const Context& context);

/// Grades all of them, `jobs` at a time, compiles what several have in common once, and tells `done` of each
/// as it ends, one at a time. After a stop the rest is left out.
void verify_all(std::vector<VerifyRequest> requests, int jobs, const Context& context,
                const std::function<void(const VerifiedCase&)>& done);

}  // namespace gridmark::pipeline

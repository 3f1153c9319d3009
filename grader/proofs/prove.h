#pragma once
// The proofs that a lab must pass before a student sees it.
#include <functional>
#include <vector>

#include "grader/core/proof.h"
#include "grader/core/submission_case.h"
#include "grader/pipeline/grade.h"

namespace gridmark::proofs {

struct ProveRequest {
  Lab lab;
  Rubric rubric;
  std::vector<SubmissionCase> cases;  ///< all cases of the lab
  bool quick = false;                 ///< only proofs that run no submission
  int jobs = 1;                       ///< number of parallel checker runs
};

/// Makes the proofs one after the other and passes each to `done`. The solution is compiled and graded once.
/// Each wrong reply is another run of the checker. A proof that cannot be made because a part is broken has a
/// complaint.
void prove_lab(const ProveRequest& request, const pipeline::Context& context,
               const std::function<void(const Proof&)>& done);

}  // namespace gridmark::proofs

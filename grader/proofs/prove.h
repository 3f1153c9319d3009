#pragma once
// The proofs of a lab: what it must show before a student sees it.
#include <functional>
#include <vector>

#include "grader/core/proof.h"
#include "grader/core/submission_case.h"
#include "grader/pipeline/grade.h"

namespace gridmark::proofs {

struct ProveRequest {
  Lab lab;
  Rubric rubric;
  std::vector<SubmissionCase> cases;  ///< all that the lab has
  bool quick = false;                 ///< only what needs no submission to run
  int jobs = 1;                       ///< runs of the checker at once
};

/// Makes the proofs one after the other and hands each to `done`. The solution is compiled once and graded
/// once; each wrong reply is another run of the checker. What cannot be proved because a part is broken is a
/// complaint.
void prove_lab(const ProveRequest& request, const pipeline::Context& context,
               const std::function<void(const Proof&)>& done);

}  // namespace gridmark::proofs

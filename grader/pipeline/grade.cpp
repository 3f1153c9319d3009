#include "grader/pipeline/grade.h"

#include "grader/pipeline/grading.h"

namespace gridmark::pipeline {

Result<GradeRecord> grade(const GradeRequest& request, const Context& context) {
  // A user who asks for one item needs the reason of its failure. --quick must be quick.
  const bool explain = !request.only.empty() && !request.quick;
  const Grading grading = TRY(Grading::prepare(request, context));
  CheckerResults seen = TRY(grading.measure());
  if (explain) seen = TRY(grading.explained(seen));
  return grading.score(seen);
}

}  // namespace gridmark::pipeline

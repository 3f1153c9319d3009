#include "grader/pipeline/grade.h"

#include "grader/pipeline/grading.h"

namespace gridmark::pipeline {

Result<GradeRecord> grade(const GradeRequest& request, const Context& context) {
  // Whoever asks for a line wants to know why it fails; --quick wants to be quick.
  const bool explain = !request.only.empty() && !request.quick;
  const Grading grading = TRY(Grading::prepare(request, context));
  CheckerResults seen = TRY(grading.measure());
  if (explain) seen = TRY(grading.explained(seen));
  return grading.score(seen);
}

}  // namespace gridmark::pipeline

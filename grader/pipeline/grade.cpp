#include "grader/pipeline/grade.h"

#include "grader/pipeline/examination.h"

namespace gridmark {

Result<GradeRecord> grade(const GradeRequest& request, const Surroundings& world) {
  // Whoever asks for a line wants to know why it fails; --quick wants to be quick.
  const bool explain = !request.only.empty() && !request.quick;
  const Examination examination = TRY(Examination::prepare(request, world));
  CheckerResults seen = TRY(examination.measure());
  if (explain) seen = TRY(examination.explained(seen));
  return examination.score(seen);
}

}  // namespace gridmark

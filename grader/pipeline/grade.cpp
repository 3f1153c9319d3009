#include "grader/pipeline/grade.h"

#include "grader/pipeline/examination.h"

namespace gridmark {

Result<GradeRecord> grade(const GradeRequest& request, const Surroundings& world) {
  // Whoever asks for a line wants to know why it fails; --quick wants to be quick.
  const bool explain = !request.only.empty() && !request.quick;
  return Examination::prepare(request, world).and_then([&](const Examination& examination) {
    return examination.measure()
        .and_then([&](const CheckerResults& seen) -> Result<CheckerResults> {
          return explain ? examination.explained(seen) : seen;
        })
        .and_then([&](const CheckerResults& seen) { return examination.score(seen); });
  });
}

}  // namespace gridmark

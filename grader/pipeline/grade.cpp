#include "grader/pipeline/grade.h"

#include "grader/pipeline/examination.h"

namespace gridmark {

Result<GradeRecord> grade(const GradeRequest& request, const Surroundings& world) {
  return Examination::prepare(request, world).and_then([](const Examination& examination) {
    return examination.measure().and_then(
        [&](const CheckerResults& seen) { return examination.score(seen); });
  });
}

}  // namespace gridmark

#include "grader/schedule/plan_all.h"

#include "grader/schedule/batch_watch.h"
#include "grader/schedule/pool.h"

namespace gridmark::schedule {

std::vector<std::vector<PlannedJob>> plan_all(const BatchRequest& request, Planner& planner,
                                              const BatchContext& context) {
  std::vector<std::vector<PlannedJob>> planned(request.students.size());
  BatchWatch watch(context, "looking at submissions", planned.size());
  run_all(
      planned.size(), request.jobs, context.stop, [](std::size_t) { return false; },
      [&](std::size_t i) {
        watch.begins(request.students[i].id);
        planned[i] = planner.plan(request.students[i]);
        watch.ends(request.students[i].id);
      });
  return planned;
}

}  // namespace gridmark::schedule

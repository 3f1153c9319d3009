#include "grader/schedule/run_job.h"

namespace gridmark::schedule {

Result<void> keep_grade(const PlannedJob& job, const ResultsFolder& results, ChildsGrade graded) {
  graded.record.submission = job.student.id;
  graded.record.source = job.source;
  return results.add_attempt(job.student.id, job.lab->lab.name,
                             {std::move(graded.record), std::move(graded.log)});
}

Result<void> run_job(const PlannedJob& job, const Planner& planner, const ResultsFolder& results,
                     const GraderProgram& grader, const system::StopFlag& stop) {
  const std::string& lab = job.lab->lab.name;
  const auto work = TRY(results.work_folder(job.student.id, lab));
  TRY(planner.extract(job, work / "submission"));
  return grade_in_child({lab, job.lab->device, work}, grader, stop).and_then([&](ChildsGrade graded) {
    return keep_grade(job, results, std::move(graded));
  });
}

}  // namespace gridmark::schedule

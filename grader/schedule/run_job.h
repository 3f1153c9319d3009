#pragma once
#include "grader/core/error.h"
#include "grader/schedule/grade_child.h"
#include "grader/schedule/plan.h"
#include "grader/schedule/results_folder.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Grades one submission on this machine, and keeps the attempt.
///
/// errors   those of grade_in_child(), with unchanged results. submission: nothing to grade
Result<void> run_job(const PlannedJob& job, const Planner& planner, const ResultsFolder& results,
                     const GraderProgram& grader, const system::StopFlag& stop);

/// Keeps a grade of a job as its next attempt, with the source of its files.
///
/// errors  filesystem
Result<void> keep_grade(const PlannedJob& job, const ResultsFolder& results, ChildsGrade graded);

}  // namespace gridmark::schedule

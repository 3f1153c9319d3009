#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/schedule/plan.h"
#include "grader/schedule/results_folder.h"
#include "grader/system/stop_flag.h"

namespace gridmark {

/// The program that grades, and how long it may take.
struct GraderProgram {
  std::vector<std::string> command;  ///< first its path; "grade LAB --submission ..." is added
  double seconds = 3600;             ///< for one submission; its own limits end it long before
};

/// Grades one submission in a process of its own, so that whatever happens there costs one row. What ends
/// without a record is tried once more.
///
/// returns  the log
/// errors   what the grader said, after the second try; the results are as they were. submission: nothing to
/// grade
Result<std::string> run_job(const PlannedJob& job, const Planner& planner, const ResultsFolder& results,
                            const GraderProgram& grader, const StopFlag& stop);

}  // namespace gridmark

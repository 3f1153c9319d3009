#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// The program that grades, and its time limit.
struct GraderProgram {
  std::vector<std::string> command;  ///< its path first, then "grade LAB --submission ..." is added
  double seconds = 3600;             ///< for one submission, above the grader's limits
};

/// The input of one grade.
struct GradeTask {
  std::string lab;
  std::string device;          ///< as --device takes it
  std::filesystem::path work;  ///< has submission/, and the grader writes its files next to it
};

struct ChildsGrade {
  GradeRecord record;
  std::string log;
};

/// Grades one submission in a separate process, so that a crash costs only one row. A grade without a record
/// is tried once more.
///
/// errors   checker: the grader's message after the second try, with the log from the second line on.
///          toolchain: the program cannot be started
Result<ChildsGrade> grade_in_child(const GradeTask& task, const GraderProgram& grader,
                                   const system::StopFlag& stop);

}  // namespace gridmark::schedule

#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// The program that grades, and how long it may take.
struct GraderProgram {
  std::vector<std::string> command;  ///< first its path; "grade LAB --submission ..." is added
  double seconds = 3600;             ///< for one submission; its own limits end it long before
};

/// What it is to grade.
struct GradeTask {
  std::string lab;
  std::string device;          ///< as --device takes it
  std::filesystem::path work;  ///< holds submission/; what the grader writes lands beside it
};

struct ChildsGrade {
  GradeRecord record;
  std::string log;
};

/// Grades one submission in a process of its own, so that whatever happens there costs one row. What ends
/// without a record is tried once more.
///
/// errors   checker: what the grader said, after the second try; the log follows from the second line on.
///          toolchain: the program cannot be started
Result<ChildsGrade> grade_in_child(const GradeTask& task, const GraderProgram& grader,
                                   const system::StopFlag& stop);

}  // namespace gridmark::schedule

#pragma once
// The flow of one grade: stage, compile, measure, score.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/system/clock.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"
#include "grader/system/stop_flag.h"

namespace gridmark::compile {
class KeptObjects;
}

namespace gridmark::pipeline {

struct GradeRequest {
  Lab lab;
  Rubric rubric;
  std::filesystem::path submission;
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};  ///< on the cuda device: UUIDs, held alone while tests run
  std::string gpu_words = {};          ///< its name and driver, for the record
  std::vector<std::string> only;       ///< ids of items; empty: all
  bool quick = false;                  ///< leave out the items that are counted, timed or long
  system::Trust trust = system::Trust::no;
  std::vector<ManualPoints> manual = {};  ///< what persons gave this submission
  double tolerance = 0.03;  ///< timed items are deferred where the reference differs more from itself
  const compile::KeptObjects* kept = nullptr;  ///< of earlier compiles, for a verification; a grade has none
};

/// What the flow needs of the context.
struct Context {
  const system::ProgramPaths& paths;
  const system::StopFlag& stop;
  const system::Clock& clock;
  std::function<void(const std::string& step)> progress;  ///< what it is doing now, for whoever watches
};

/// errors  all that is not the student's doing; the record says the rest
Result<GradeRecord> grade(const GradeRequest& request, const Context& context);

}  // namespace gridmark::pipeline

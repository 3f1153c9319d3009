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
  std::vector<std::string> gpus = {};  ///< UUIDs on the cuda device, reserved while tests run
  std::string gpu_words = {};          ///< the GPU's name and driver, for the record
  std::vector<std::string> only;       ///< ids of items, or empty for all
  bool quick = false;                  ///< leave out items that are counted, timed or long
  system::Trust trust = system::Trust::no;
  std::vector<ManualPoints> manual = {};  ///< points that persons gave this submission
  double tolerance = 0.03;  ///< timed items are deferred if the reference differs more from itself
  const compile::KeptObjects* kept = nullptr;  ///< of earlier compiles, only for a verification
};

/// The outside values that the flow needs.
struct Context {
  const system::ProgramPaths& paths;
  const system::StopFlag& stop;
  const system::Clock& clock;
  std::function<void(const std::string& step)> progress;  ///< gets the current step, for display
};

/// errors  all faults except the student's, which are in the record
Result<GradeRecord> grade(const GradeRequest& request, const Context& context);

}  // namespace gridmark::pipeline

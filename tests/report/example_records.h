#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

struct Example {
  std::string name;
  GradeRecord record;
};

/// One record for each thing a report has to show.
///
/// mixed      full, partial and no points, a target that the device lacks, titles beyond ASCII
/// perfect    everything earned
/// no_build   the compiler's words, a missing and an ignored file
/// partial    --only: items were left out
/// hostile    every text that a student controls tries to break out
std::vector<Example> example_records();

/// The one with this name.
GradeRecord example(const std::string& name);

}  // namespace gridmark

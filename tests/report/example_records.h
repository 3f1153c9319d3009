#pragma once
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

struct Example {
  std::string name;
  GradeRecord record;
};

/// One record for each feature of a report.
///
/// mixed      full, partial and no points, a target that the device lacks, titles with non-ASCII characters
/// perfect    all points
/// no_build   the compiler's output, a missing and an ignored file
/// partial    --only: items were left out
/// hostile    every text that a student controls tries to break out
std::vector<Example> example_records();

/// The example with this name.
GradeRecord example(const std::string& name);

}  // namespace gridmark

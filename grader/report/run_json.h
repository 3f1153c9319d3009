#pragma once
#include <nlohmann/json.hpp>

#include "grader/core/grade_run.h"

namespace gridmark::report {

/// As docs/formats/record.schema.json has them.
nlohmann::ordered_json run_json(const GradeRun& run);
nlohmann::ordered_json fingerprints_json(const Fingerprints& fingerprints);

}  // namespace gridmark::report

#pragma once
#include "grader/core/grade_run.h"
#include "grader/load/json_node.h"

namespace gridmark {

/// docs/formats/passport.schema.json
Passport read_passport(const Node& node);

GradeRun read_grade_run(const Node& node);

Fingerprints read_fingerprints(const Node& node);

}  // namespace gridmark

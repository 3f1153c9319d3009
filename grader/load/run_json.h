#pragma once
#include "grader/core/grade_run.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// docs/formats/machine-baseline.schema.json
MachineBaseline read_baseline(const Node& node);

GradeRun read_grade_run(const Node& node);

Fingerprints read_fingerprints(const Node& node);

}  // namespace gridmark::load

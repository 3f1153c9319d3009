#pragma once
#include "grader/core/warp_access.h"
#include "grader/load/json_node.h"

namespace gridmark {

/// As docs/formats/call-profile.schema.json has it.
WarpAccess read_warp_access(const Node& node);

}  // namespace gridmark

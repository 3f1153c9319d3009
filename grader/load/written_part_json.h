#pragma once
#include "grader/core/written_part.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// Reads the key "report" of lab.json. Names that it defines (columns, claims) must be consistent.
WrittenPart read_written_part(const Node& node);

/// An id of a-z, 0-9 and _.
std::string read_id(const Node& node);

}  // namespace gridmark::load

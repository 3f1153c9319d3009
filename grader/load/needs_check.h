#pragma once
#include "grader/core/rubric.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// Fails `root`, the document of `rubric`, if two criteria or items share an id, or if an item needs a
/// missing item or, over any number of steps, itself.
void check_ids_and_needs(const Node& root, const Rubric& rubric);

}  // namespace gridmark::load

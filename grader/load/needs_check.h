#pragma once
#include "grader/core/rubric.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// Fails `root`, which `rubric` was read from, where two criteria or items share an id, or an item needs one
/// that is not there or, over any number of steps, itself.
void check_ids_and_needs(const Node& root, const Rubric& rubric);

}  // namespace gridmark::load

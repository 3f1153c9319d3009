#pragma once
#include "grader/core/duel.h"
#include "grader/load/json_node.h"

namespace gridmark {

/// A duel as a checker and a record have it.
DuelFacts read_duel(const Node& node);

Deferral read_deferral(const Node& node);

}  // namespace gridmark

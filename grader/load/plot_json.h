#pragma once
#include "grader/core/plot.h"
#include "grader/load/json_node.h"

namespace gridmark {

/// A plot as a checker and a record have it.
Plot read_plot(const Node& node);

}  // namespace gridmark

#pragma once
// Values of protocol/ as checkers and records have them: their descriptions, and the rules that span several
// members.
#include "grader/core/deferral.h"
#include "grader/load/json_node.h"
#include "protocol/paired_timing.h"
#include "protocol/plot.h"
#include "protocol/warp_access.h"

namespace gridmark::load {

PairedTimingFacts read_paired_timing(const Node& node);
Deferral read_deferral(const Node& node);
Plot read_plot(const Node& node);
WarpAccess read_warp_access(const Node& node);

}  // namespace gridmark::load

#pragma once
// A picture of the network's messages.
#include "base/rank_lanes.h"
#include "labkit/router/router.h"

namespace gridmark::lanes {

/// The lanes of a run with at most `most` of its messages: the last ones after a fault, else the first. The
/// programs determine the order of messages, not the process that was heard first.
RankLanes lanes_of(const router::Report& report, std::size_t most = most_lane_messages);

}  // namespace gridmark::lanes

#pragma once
// What the network saw, as a picture.
#include "base/rank_lanes.h"
#include "labkit/router/router.h"

namespace gridmark::lanes {

/// The lanes of a run with at most `most` of its messages: the last ones where something went wrong, else the
/// first. The order of messages follows from the programs, and not from the process that was heard first.
RankLanes lanes_of(const router::Report& report, std::size_t most = most_lane_messages);

}  // namespace gridmark::lanes

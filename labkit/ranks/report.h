#pragma once
// The network's messages as texts, a drawing and JSON.
#include <string>

#include "labkit/router/router.h"

namespace gridmark::ranks {

/// A row for each connection and tag, and one for each rank's sum. The rank that sent most is marked.
std::string traffic_table(const router::Report& report, int world);

/// A column for each rank, with time going down, and an arrow for each message: the last ones after a fault,
/// else the first. At most 40 lines of 100 columns.
std::string text_diagram(const router::Report& report);

/// A page with a drawing: a lane for each rank, time to the right, and a slanted line for each message.
std::string html_diagram(const router::Report& report, int world, const std::string& title);

/// A line for each receive from any rank: the possible senders and the one that was taken.
std::string choice_table(const router::Report& report);

std::string report_json(const router::Report& report, int world);

}  // namespace gridmark::ranks

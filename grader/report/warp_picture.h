#pragma once
#include "grader/core/call_profile.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// A figure of one request, warp.html: a warp's lanes above, and below the sectors or banks that each of them
/// reaches; the caption says the same in words. Banks are drawn for the lanes that are served together, 32 of
/// up to 4 bytes, 16 of 8, 8 of 16; of several such groups the one with the most conflicts.
Data warp_data(const WarpAccess& access);

/// How far from the ideal the request is: sectors, or wavefronts of its worst group of lanes.
std::int64_t excess_of(const WarpAccess& access);

}  // namespace gridmark::report::html

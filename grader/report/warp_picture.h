#pragma once
#include "grader/core/call_profile.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

/// A figure of one request, warp.html: a warp's lanes above, and below them the sectors or banks that each
/// lane reaches. The caption describes the same in words. Banks are drawn for lanes that are served together:
/// 32 lanes of up to 4 bytes, 16 of 8, or 8 of 16. With several such groups, the one with the most conflicts
/// is drawn.
Data warp_data(const WarpAccess& access);

/// How far the request is from the ideal: sectors, or wavefronts of its worst group of lanes.
std::int64_t excess_of(const WarpAccess& access);

}  // namespace gridmark::report::html

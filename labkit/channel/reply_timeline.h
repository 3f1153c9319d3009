#pragma once
// A timeline on its way from the worker, and what a lab asks it. Every figure is modelled.
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "emulation/timeline.h"

namespace gridmark::channel {

using emulation::HostWait;
using emulation::Span;
using emulation::Timeline;

/// Of each list in a reply, the first so many. Spans beyond are counted in Timeline::left_out.
inline constexpr std::size_t most_replied = 4096;

/// As a worker can make it: each span and wait ends when it begins or later, within what a double has whole.
bool is_possible(const Timeline& timeline);

/// How much of a device's time kernels, libraries and collectives ran in, from the first of these to the
/// last: 0 to 1, and 0 where none ran.
double busy_share(const Timeline& timeline, int device = 0);

/// How much of the time of a device's copies from and to the host lay beside kernels, libraries or
/// collectives: 0 to 1, and 0 where nothing was copied.
double hidden_copies(const Timeline& timeline, int device = 0);

/// How much of the time of a device's collectives lay beside kernels and libraries.
double hidden_collectives(const Timeline& timeline, int device = 0);

}  // namespace gridmark::channel

namespace gridmark::emulation {

/// Whole numbers: times in picoseconds.
void to_json(nlohmann::json& object, const std::optional<Timeline>& timeline);
/// throws nlohmann::json::exception  what is there is no timeline
void from_json(const nlohmann::json& object, std::optional<Timeline>& timeline);

}  // namespace gridmark::emulation

#pragma once
// A timeline on its way from the worker, and the figures that labs take from it. Every figure is modelled.
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "emulation/timeline.h"

namespace gridmark::channel {

using emulation::HostWait;
using emulation::Span;
using emulation::Timeline;

/// The most elements of each list in a reply. Timeline::left_out counts the spans beyond it.
inline constexpr std::size_t most_replied = 4096;

/// Whether a worker can make it: no span or wait ends before it begins, and a double holds each time exactly.
bool is_possible(const Timeline& timeline);

/// The share of a device's time in which kernels, libraries and collectives ran, from the first of them to
/// the last. 0 to 1, and 0 if none ran.
double busy_share(const Timeline& timeline, int device = 0);

/// The share of a device's host copies that overlapped with kernels, libraries or collectives. 0 to 1, and 0
/// if nothing was copied.
double hidden_copies(const Timeline& timeline, int device = 0);

/// The share of a device's collectives that overlapped with kernels and libraries.
double hidden_collectives(const Timeline& timeline, int device = 0);

}  // namespace gridmark::channel

namespace gridmark::emulation {

/// Writes times as whole numbers of picoseconds.
void to_json(nlohmann::json& object, const std::optional<Timeline>& timeline);
/// throws nlohmann::json::exception  if the object is not a timeline
void from_json(const nlohmann::json& object, std::optional<Timeline>& timeline);

}  // namespace gridmark::emulation
